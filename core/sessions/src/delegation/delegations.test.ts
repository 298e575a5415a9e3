import { delegatedTaskOf, type ChatState, type Message, type SessionState } from '@loggia/protocol';
import { createHarness, ScriptedEquipment, userMessage, type SessionRig } from '@loggia/testing';
import { expect, test, vi } from 'vitest';
import type { Harness, HarnessTurn } from '../harness.ts';
import type { HostToolRecord } from '../host-tools/turn-equipment.ts';
import { callAt, callsIn, replyOf, rig } from '../rig.testkit.ts';
import { defaultDelegation } from './limits.ts';

const startedAt = '2026-01-01T00:00:00.000Z';
const delegation = defaultDelegation;

function delegate(input: Record<string, unknown>): string {
  return `/tool delegate ${JSON.stringify(input)}`;
}

/** The chats that agents opened, in the order of the session's list. */
function openedIn({ chats }: SessionState): SessionState['chats'] {
  return chats.filter(({ origin }) => origin?.kind === 'tool');
}

async function openedChat(host: SessionRig, session: string, index = 0): Promise<string> {
  for (let tries = 0; tries < 4_000; tries++) {
    const found = openedIn(await host.session(session))[index];
    if (found) return found.resource;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  throw new Error('No chat was opened.');
}

function textOf(state: ChatState): string {
  return state.turns.map((_, index) => replyOf(state, index)).join(' | ');
}

test('K5: an agent gives a task to another, waits for it and gets the answer', async () => {
  const records: HostToolRecord[] = [];
  const hostToolRan = (record: HostToolRecord) => void records.push(record);
  const harnesses = [createHarness(), createHarness({ provider: 'parrot' })];
  const host = await rig({ delegation, harnesses, hostToolRan });
  const { session, chat } = await host.create();
  await host.say(chat, delegate({ task: 'count to three', agent: 'parrot', title: 'Counting' }));
  const parent = await host.idle(chat);
  const child = await openedChat(host, session);
  expect(replyOf(parent)).toBe('done: The chat "Counting" has finished.\n\ncount to three');
  expect(openedIn(await host.session(session))).toMatchObject([
    { title: 'Counting', origin: { kind: 'tool', chat, toolCallId: callsIn(parent)[0]?.toolCallId } },
  ]);
  const [call] = callsIn(parent);
  expect(call).toMatchObject({
    status: 'completed',
    pastTenseMessage: 'Delegated a task',
    content: [
      { type: 'subagent', resource: child, title: 'Counting', agentName: 'Echo' },
      { type: 'text', text: 'The chat "Counting" has finished.\n\ncount to three ' },
    ],
  });
  const { message } = (await host.chat(child)).turns[0] as { message: Message };
  expect(message).toMatchObject({ text: 'count to three', origin: { kind: 'agent' } });
  expect(delegatedTaskOf(message)).toEqual({ agent: 'echo', name: 'Echo' });
  expect(records).toMatchObject([
    { call: { name: 'delegate', agent: 'echo', person: 'local' }, target: 'parrot: Counting' },
  ]);
  expect(records[0]).not.toHaveProperty('problem');
});

test('K5: the chat that was opened keeps its agent, and the session keeps its own', async () => {
  const heard: string[] = [];
  const listening = (provider: string): Harness => {
    const echo = createHarness({ provider });
    const run = (turn: HarnessTurn) => {
      heard.push(`${provider}: ${turn.message.text} ${turn.message.model?.id ?? ''}`.trim());
      return echo.run(turn);
    };
    return { ...echo, run };
  };
  const host = await rig({ delegation, harnesses: [listening('one'), listening('two')] });
  const { session, chat } = await host.create();
  await host.say(chat, delegate({ task: 'a', agent: 'two', model: 'echo-1' }));
  await host.idle(chat);
  const child = await openedChat(host, session);
  await host.say(child, 'b');
  await host.until(child, ({ turns }) => turns.length === 2);
  const fork = 'ahp-chat:/fork';
  const source = { kind: 'fork' as const, chat: child, turnId: (await host.chat(child)).turns[0]?.id ?? '' };
  await host.sessions.createChat({ channel: session, chat: fork, source }, { clientId: 'c1', by: 'local' });
  await host.say(fork, 'c');
  await host.until(fork, ({ turns }) => turns.length === 2);
  await host.say(chat, 'd');
  await host.until(chat, ({ turns }) => turns.length === 2);
  expect(heard.slice(1)).toEqual(['two: a echo-1', 'two: b', 'two: c', 'one: d']);
  expect(Object.keys((await host.session(session))._meta ?? {})).toEqual(['loggia.spent']);
});

test('K5: a task that nobody waits for is read and stopped later, by its own chat alone', async () => {
  const host = await rig({ delegation });
  const { session, chat } = await host.create();
  await host.say(chat, delegate({ task: '/forever', title: 'Ticking', wait: false }));
  expect(replyOf(await host.idle(chat))).toContain('The chat "Ticking" is open');
  const child = await openedChat(host, session);
  await host.until(child, ({ activeTurn }) => (activeTurn?.responseParts.length ?? 0) > 0);
  await host.say(chat, `/tool delegated_result ${JSON.stringify({ chat: child })}`, 'read');
  const read = await host.until(chat, ({ turns }) => turns.length === 2);
  expect(replyOf(read)).toMatch(/^done: The chat "Ticking" is still working\.\n\ntick 0/);
  const other = await host.create('ahp-session:/other');
  await host.say(other.chat, `/tool stop_delegated ${JSON.stringify({ chat: child })}`);
  expect(replyOf(await host.idle(other.chat))).toContain("failed: This chat hasn't opened");
  await host.say(chat, '/tool delegated_result {}', 'list');
  const listed = await host.until(chat, ({ turns }) => turns.length === 3);
  expect(replyOf(listed)).toBe(`done: ${child} "Ticking", with Echo: is still working`);
  await host.say(chat, `/tool stop_delegated ${JSON.stringify({ chat: child })}`, 'stop');
  expect(replyOf(await host.until(chat, ({ turns }) => turns.length === 4))).toContain('was stopped');
  expect((await host.idle(child)).turns[0]?.state).toBe('cancelled');
  await host.say(chat, `/tool delegated_result ${JSON.stringify({ chat: child, wait: true })}`, 'again');
  const again = await host.until(chat, ({ turns }) => turns.length === 5);
  expect(replyOf(again)).toContain('The chat "Ticking" was stopped.');
});

test('K5: canceling the turn that waits cancels the task, and not one that nobody waits for', async () => {
  const host = await rig({ delegation });
  const { session, chat } = await host.create();
  await host.say(chat, delegate({ task: '/forever', wait: false }));
  await host.idle(chat);
  const apart = await openedChat(host, session, 0);
  const turnId = await host.say(chat, delegate({ task: '/forever' }));
  const waited = await openedChat(host, session, 1);
  await host.until(waited, ({ activeTurn }) => activeTurn !== undefined);
  await host.dispatch(chat, { type: 'chat/turnCancelled', turnId, duration: 0 });
  expect((await host.idle(waited)).turns[0]?.state).toBe('cancelled');
  expect((await host.chat(apart)).activeTurn).toBeDefined();
});

test('K5: a task that fails, is stopped by the user or loses its chat ends the call with a sentence', async () => {
  const host = await rig({ delegation });
  const { session, chat } = await host.create();
  await host.say(chat, delegate({ task: '/fail', title: 'Failing' }));
  expect(replyOf(await host.idle(chat))).toBe(
    'failed: The chat "Failing" failed: The agent stopped with an error: It did not work. Resume to try again.\n\nWell…',
  );
  await host.say(chat, delegate({ task: '/forever', title: 'Stopped' }));
  const stopped = await openedChat(host, session, 1);
  const { activeTurn } = await host.until(stopped, (state) => state.activeTurn !== undefined);
  const turnId = activeTurn?.id ?? '';
  await host.dispatch(stopped, { type: 'chat/turnCancelled', turnId, duration: 0 }, 'c2');
  expect(replyOf(await host.until(chat, ({ turns }) => turns.length === 2))).toContain(
    '"Stopped" was stopped.',
  );
  await host.say(chat, delegate({ task: '/forever', title: 'Removed' }));
  const removed = await openedChat(host, session, 2);
  await host.until(removed, (state) => state.activeTurn !== undefined);
  await host.sessions.disposeChat(removed);
  expect(replyOf(await host.until(chat, ({ turns }) => turns.length === 3))).toContain(
    '"Removed" was removed.',
  );
});

test('A8: a question in an opened chat waits at the session, and denying it reaches the agent there', async () => {
  const equipment = new ScriptedEquipment({ tools: { write: async () => ({ text: '', result: ok }) } });
  const host = await rig({ delegation, equipment: equipment.attach });
  const { session, chat } = await host.create();
  await host.say(chat, delegate({ task: '/policy write {}' }));
  const child = await openedChat(host, session);
  const ref = await callAt(host, child, 'pending-confirmation');
  expect((await host.session(session)).inputNeeded).toMatchObject([
    { kind: 'toolConfirmation', chat: child },
  ]);
  await host.dispatch(child, { type: 'chat/toolCallConfirmed', ...ref, approved: false, reason: 'denied' });
  expect(replyOf(await host.idle(chat))).toContain('denied:');
  expect((await host.session(session)).inputNeeded).toBeUndefined();
});

const ok = { success: true, pastTenseMessage: 'Wrote' };

test('K5: an agent that delegates to itself forever is stopped by depth, with a sentence', async () => {
  const nest = (times: number): string =>
    times === 0 ? 'done' : delegate({ task: nest(times - 1), title: `T${times}` });
  const host = await rig({ delegation });
  const { session, chat } = await host.create();
  await host.say(chat, nest(10));
  const state = await host.idle(chat);
  expect(openedIn(await host.session(session))).toHaveLength(3);
  expect(replyOf(state)).toContain(
    'Chats that agents open may be 3 deep, and this chat is that deep already.',
  );
});

test('K5: a thousand delegations stay within the limits of one message', async () => {
  const flood: Harness = {
    ...createHarness(),
    async *run(turn: HarnessTurn) {
      if (turn.message.text !== 'flood') return;
      const call = () =>
        turn.callTool({ name: 'delegate', input: '{"task":"x"}', says: 'Delegating', confirm: false });
      const outcomes = await Promise.all(Array.from({ length: 250 }, call));
      const count = (kind: string) => outcomes.filter((outcome) => outcome.kind === kind).length;
      yield { kind: 'text' as const, text: `${count('done')} done, ${count('failed')} failed` };
    },
  };
  const host = await rig({ delegation: { ...delegation, atOnce: 3, perTurn: 5 }, harnesses: [flood] });
  const { session, chat } = await host.create();
  for (const turn of [1, 2, 3, 4]) {
    await host.say(chat, 'flood');
    const over = () => host.until(chat, ({ turns }) => turns.length === turn);
    expect(replyOf(await vi.waitFor(over, { timeout: 30_000 }))).toMatch(/^[1-5] done, 24[5-9] failed$/);
    expect(openedIn(await host.session(session)).length).toBeLessThanOrEqual(5 * turn);
  }
}, 60_000);

test('K5: tasks that use up the tokens of a message end in a way that the user can resume', async () => {
  const host = await rig({ delegation: { ...delegation, tokens: 10 } });
  const { session, chat } = await host.create();
  await host.say(chat, delegate({ task: 'a long story', title: 'Story' }));
  const parent = await host.idle(chat);
  expect(replyOf(parent)).toContain('may use 10 tokens together, and have used them up.');
  const child = await host.chat(await openedChat(host, session));
  expect(child.turns[0]).toMatchObject({ state: 'error' });
  expect(child.turns[0]?.responseParts.at(-1)).toMatchObject({
    kind: 'error',
    resumable: true,
    error: { errorType: 'delegationLimit' },
  });
});

test('E10: a task that follows from a View’s message is confirmed like the message', async () => {
  const equipment = new ScriptedEquipment({ tools: { write: async () => ({ text: '', result: ok }) } });
  const host = await rig({ delegation, confirm: 'never', equipment: equipment.attach });
  const { session, chat } = await host.create();
  const message = {
    ...userMessage(delegate({ task: '/tool write {}' })),
    _meta: { 'loggia.view': { id: 'v' } },
  };
  await host.dispatch(chat, { type: 'chat/turnStarted', turnId: 't', startedAt, message });
  const ref = await callAt(host, chat, 'pending-confirmation');
  await host.dispatch(chat, { type: 'chat/toolCallConfirmed', ...ref, approved: true });
  const child = await openedChat(host, session);
  const inner = await callAt(host, child, 'pending-confirmation');
  await host.dispatch(child, { type: 'chat/toolCallConfirmed', ...inner, approved: true });
  expect(textOf(await host.idle(child))).toBe('done:');
});

test('K5: a task has no more tools than the agent that gives it', async () => {
  const tools = ['delegate', 'read'];
  const persona = { name: 'Reader', instructions: '', tools };
  const none = { invoked: undefined, skills: [], rules: [] };
  const equipment = new ScriptedEquipment({
    tools: { read: async () => ({ text: 'r', result: ok }), write: async () => ({ text: 'w', result: ok }) },
    guidance: ({ agent }) => ({ ...none, persona: agent ? persona : undefined }),
  });
  const host = await rig({ delegation, equipment: equipment.attach });
  const { session, chat } = await host.create();
  const text = delegate({ task: delegate({ task: '/tools' }) });
  const message = { ...userMessage(text), agent: { uri: 'file:///reader.md' } };
  await host.dispatch(chat, { type: 'chat/turnStarted', turnId: 't', startedAt, message });
  await host.idle(chat);
  expect(replyOf(await host.chat(await openedChat(host, session, 1)))).toBe('read delegate');
});

test('A4: after a crash the waiting call has failed and the task can be resumed', async () => {
  const first = await rig({ delegation });
  const { session, chat } = await first.create();
  await first.say(chat, delegate({ task: '/ask' }));
  const child = await openedChat(first, session);
  await first.until(child, ({ activeTurn }) => activeTurn?.responseParts[0]?.kind === 'inputRequest');
  await first.kernel.settled();
  const again = await rig({ delegation, disk: first.disk });
  for (const uri of [chat, child]) {
    const { turns, activeTurn } = await again.chat(uri);
    expect(activeTurn).toBeUndefined();
    expect(turns[0]?.responseParts.at(-1)).toMatchObject({ kind: 'error', resumable: true });
  }
  expect(callsIn(await again.chat(chat))).toMatchObject([{ status: 'cancelled', reason: 'skipped' }]);
});

test('A4: an orderly stop leaves the task resumable, too', async () => {
  const host = await rig({ delegation });
  const { session, chat } = await host.create();
  await host.say(chat, delegate({ task: '/forever' }));
  const child = await openedChat(host, session);
  await host.until(child, ({ activeTurn }) => activeTurn !== undefined);
  await host.sessions.stop();
  expect((await host.chat(child)).turns[0]?.responseParts.at(-1)).toMatchObject({
    kind: 'error',
    resumable: true,
    error: { errorType: 'hostStopped' },
  });
});

test('K5: an agent, a model or a depth that isn’t there is refused with what to do', async () => {
  const host = await rig({ delegation });
  const { chat } = await host.create();
  const ask = async (input: Record<string, unknown>, turn: number) => {
    await host.say(chat, delegate(input));
    return replyOf(await host.until(chat, ({ turns }) => turns.length === turn));
  };
  expect(await ask({ task: 'x', agent: 'nobody' }, 1)).toBe(
    'failed: This host has no agent "nobody". It has: echo.',
  );
  expect(await ask({ task: 'x', model: 'gpt-0' }, 2)).toBe(
    'failed: Echo has no model "gpt-0". It has: echo-1. Leave "model" out for its usual one.',
  );
  expect(await ask({ task: '  ' }, 3)).toMatch(/^failed: Invalid parameter "task"/);
});

test('K5: a host without delegation doesn’t offer it', async () => {
  const host = await rig({ delegation: { ...delegation, depth: 0 } });
  const { chat } = await host.create();
  await host.say(chat, '/tools');
  expect(replyOf(await host.idle(chat))).toBe('none');
});
