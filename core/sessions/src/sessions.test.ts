import { hasStatus, Status } from '@loggia/protocol';
import { createHarness, ScriptedEquipment, SessionRig, userMessage } from '@loggia/testing';
import { describe, expect, test } from 'vitest';
import type { RunningCall } from './equipment.ts';
import { replyOf, rig } from './rig.testkit.ts';

const asker = { clientId: 'c1', by: 'local' };

describe('creating and disposing', () => {
  test('A2: a session starts with one chat, announced before it is ready', async () => {
    const { sessions, announced, kernel, ...host } = await rig();
    await sessions.createSession({ channel: 'ahp-session:/s' }, 'c1');
    await kernel.settled();
    expect(announced.added).toMatchObject([
      { resource: 'ahp-session:/s', provider: 'echo', title: 'New session' },
    ]);
    await kernel.settled();
    const state = (
      await kernel.load<{ lifecycle: string; chats: unknown[]; defaultChat: string }>('ahp-session:/s')
    )?.state;
    expect(state).toMatchObject({ lifecycle: 'ready', chats: [{ resource: state?.defaultChat }] });
    expect(host.problems).toEqual([]);
  });

  test('A2: a URI that is taken and an agent that is not there are refused', async () => {
    const { sessions, kernel } = await rig();
    await sessions.createSession({ channel: 'ahp-session:/s' }, 'c1');
    await expect(sessions.createSession({ channel: 'ahp-session:/s' }, 'c1')).rejects.toMatchObject({
      code: -32003,
    });
    await expect(
      sessions.createSession({ channel: 'ahp-session:/t', provider: 'x' }, 'c1'),
    ).rejects.toMatchObject({
      code: -32002,
    });
    await kernel.settled();
  });

  test('A5: a client can only register itself', async () => {
    const { sessions } = await rig();
    const activeClient = { clientId: 'other', tools: [] };
    await expect(
      sessions.createSession({ channel: 'ahp-session:/s', activeClient }, 'c1'),
    ).rejects.toMatchObject({
      code: -32602,
    });
  });

  test('A9: a disposed session is gone with its chats, and a turn in it ends', async () => {
    const host = await rig({ harnesses: [createHarness({ delayMs: 5 })] });
    const { session, chat } = await host.create();
    await host.say(chat, '/forever');
    await host.until(chat, (state) => (state.activeTurn?.responseParts.length ?? 0) > 0);
    await host.sessions.disposeSession(session);
    await host.kernel.settled();
    expect(await host.kernel.load(session)).toBeUndefined();
    expect(await host.kernel.load(chat)).toBeUndefined();
    expect(host.announced.removed).toEqual([session]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(host.problems).toEqual([]);
  });

  test('A2: without an agent a turn says what is missing and can be resumed', async () => {
    const host = await rig({ harnesses: [] });
    const { chat } = await host.create();
    await host.say(chat, 'hello');
    const state = await host.until(chat, (chatState) => chatState.turns.length === 1);
    expect(state.turns[0]).toMatchObject({
      state: 'error',
      responseParts: [{ kind: 'error', resumable: true, error: { errorType: 'agentMissing' } }],
    });
  });
});

describe('several chats', () => {
  test('A6: a fork takes the turns along, a side chat only knows them', async () => {
    const host = await rig();
    const { session, chat } = await host.create();
    const first = await host.say(chat, 'one');
    await host.idle(chat);
    await host.say(chat, 'two');
    await host.until(chat, ({ turns }) => turns.length === 2);
    await host.sessions.createChat(
      { channel: session, chat: 'ahp-chat:/fork', source: { kind: 'fork', chat, turnId: first } },
      asker,
    );
    const side = { kind: 'sideChat' as const, chat, turnId: first };
    await host.sessions.createChat(
      { channel: session, chat: 'ahp-chat:/side', source: side, initialMessage: userMessage('/history') },
      asker,
    );
    expect((await host.chat('ahp-chat:/fork')).turns.map((turn) => turn.id)).toEqual([first]);
    const sideChat = await host.idle('ahp-chat:/side');
    expect(replyOf(sideChat)).toBe('one → one');
    const { chats } = await host.session(session);
    expect(chats.map((entry) => entry.origin?.kind)).toEqual(['user', 'fork', 'sideChat']);
  });

  test('A2: the chat that is there already can be created again; others must come from this session', async () => {
    const host = await rig();
    const { session, chat } = await host.create();
    await host.sessions.createChat({ channel: session, chat }, asker);
    const elsewhere = await host.create('ahp-session:/other');
    await host.say(elsewhere.chat, 'x', 'turn-x');
    await host.idle(elsewhere.chat);
    const source = { kind: 'fork' as const, chat: elsewhere.chat, turnId: 'turn-x' };
    await expect(
      host.sessions.createChat({ channel: session, chat: 'ahp-chat:/n', source }, asker),
    ).rejects.toMatchObject({
      code: -32602,
    });
  });

  test('A2: asking again for a chat changes nothing, also when both ask at once', async () => {
    const host = await rig();
    const { session } = await host.create();
    const wanted = { channel: session, chat: 'ahp-chat:/n', initialMessage: userMessage('once') };
    await Promise.all([1, 2].map(() => host.sessions.createChat(wanted, asker)));
    await host.until('ahp-chat:/n', ({ turns }) => turns.length === 1);
    await host.sessions.createChat(wanted, asker);
    expect(await host.chat('ahp-chat:/n')).toMatchObject({ turns: [{ message: { text: 'once' } }] });
    expect((await host.session(session)).chats.map(({ resource }) => resource)).toEqual([
      expect.any(String),
      'ahp-chat:/n',
    ]);
    const other = await host.create('ahp-session:/other');
    await expect(
      host.sessions.createChat({ ...wanted, channel: other.session }, asker),
    ).rejects.toMatchObject({ code: -32010 });
  });

  test('A9: the default chat has the name of the session until it gets its own', async () => {
    const host = await rig();
    const { session, chat } = await host.create();
    const titles = async () => {
      const { title, chats } = await host.session(session);
      return [title, ...chats.map((entry) => entry.title)];
    };
    await host.say(chat, 'plan a trip');
    await host.idle(chat);
    expect(await titles()).toEqual(['plan a trip', 'plan a trip']);
    await host.dispatch(session, { type: 'session/titleChanged', title: 'Trip' });
    expect(await titles()).toEqual(['Trip', 'Trip']);
    await host.dispatch(chat, { type: 'session/titleChanged', title: 'Hotels' });
    await host.dispatch(session, { type: 'session/titleChanged', title: 'Journey' });
    expect(await titles()).toEqual(['Journey', 'Hotels']);
  });

  test('A2: the last chat stays; a default chat that goes hands its role on', async () => {
    const host = await rig();
    const { session, chat } = await host.create();
    await expect(host.sessions.disposeChat(chat)).rejects.toMatchObject({ code: -32602 });
    await host.sessions.createChat({ channel: session, chat: 'ahp-chat:/two' }, asker);
    await host.sessions.disposeChat(chat);
    expect(await host.session(session)).toMatchObject({
      defaultChat: 'ahp-chat:/two',
      chats: [{ resource: 'ahp-chat:/two' }],
    });
  });
});

describe('after a crash', () => {
  test('A4: a turn that was cut off ends as an error that can be resumed, and what it waited for is gone', async () => {
    const before = await SessionRig.open();
    const { session, chat } = await before.create();
    const turnId = await before.say(chat, '/ask');
    await before.until(chat, (state) => hasStatus(state.status, Status.inputNeeded));
    await before.kernel.settled();
    // Simulates a crash: nothing is closed, and a new host opens what was stored.
    const host = await rig({ disk: before.disk });
    const state = await host.chat(chat);
    expect(state.activeTurn).toBeUndefined();
    expect(state.turns.at(-1)).toMatchObject({ id: turnId, state: 'error' });
    expect(state.turns.at(-1)?.responseParts.at(-1)).toMatchObject({ kind: 'error', resumable: true });
    expect((await host.session(session)).inputNeeded).toBeUndefined();
    await host.dispatch(chat, { type: 'chat/turnResume', turnId });
    await host.until(chat, (after) => hasStatus(after.status, Status.inputNeeded));
  });

  test('A4: a chat does not show what it did when it was cut off', async () => {
    const tools = {
      wait: (call: RunningCall) => {
        call.progress('Step 1');
        return new Promise<never>(() => {});
      },
    };
    const before = await SessionRig.open({ equipment: new ScriptedEquipment({ tools }).attach });
    const { chat } = await before.create();
    await before.say(chat, '/tool wait');
    await before.until(chat, ({ activity }) => activity === 'Step 1');
    await before.kernel.settled();
    const host = await rig({ disk: before.disk });
    expect((await host.chat(chat)).activity).toBeUndefined();
  });

  test('A5: clients that were active before a crash have the grace period to return', async () => {
    const before = await SessionRig.open();
    const { session } = await before.create();
    await before.dispatch(session, {
      type: 'session/activeClientSet',
      activeClient: { clientId: 'c1', tools: [] },
    });
    await before.kernel.settled();
    const host = await rig({ disk: before.disk, graceMs: 5 });
    expect((await host.session(session)).activeClients).toHaveLength(1);
    await expect.poll(async () => (await host.session(session)).activeClients).toEqual([]);
  });

  test('A4: an orderly stop ends turns the same way', async () => {
    const before = await SessionRig.open({ harnesses: [createHarness({ delayMs: 1 })] });
    const { chat } = await before.create();
    await before.say(chat, '/forever');
    await before.until(chat, (state) => (state.activeTurn?.responseParts.length ?? 0) > 0);
    await before.close();
    const host = await rig({ disk: before.disk });
    expect((await host.chat(chat)).turns.at(-1)).toMatchObject({ state: 'error' });
  });
});

test('A4: a turn that begins while the host stops ends at once, and can be resumed', async () => {
  const before = await SessionRig.open();
  const { chat } = await before.create();
  const stopping = before.sessions.stop();
  await before.say(chat, 'too late');
  await stopping;
  await before.kernel.close();
  const host = await rig({ disk: before.disk });
  const { turns, activeTurn } = await host.chat(chat);
  expect(activeTurn).toBeUndefined();
  expect(turns).toMatchObject([{ state: 'error', responseParts: [{ kind: 'error', resumable: true }] }]);
  expect(before.problems).toEqual([]);
});

describe('the list of sessions', () => {
  test('A9: pages, newest first, without loading; a foreign cursor is refused', async () => {
    const host = await rig();
    for (const name of ['a', 'b', 'c']) {
      host.clock.advance(1000);
      await host.create(`ahp-session:/${name}`);
    }
    const first = await host.sessions.list({ limit: 2 });
    expect(first.items.map((item) => item.resource)).toEqual(['ahp-session:/c', 'ahp-session:/b']);
    const second = await host.sessions.list({ limit: 2, cursor: first.nextCursor });
    expect(second.items.map((item) => item.resource)).toEqual(['ahp-session:/a']);
    expect(second.nextCursor).toBeUndefined();
    await expect(host.sessions.list({ cursor: 'nonsense' })).rejects.toMatchObject({ code: -32602 });
  });

  test('A9: renaming, archiving and reading show in the list and are announced once for each commit', async () => {
    const host = await rig();
    const { session } = await host.create();
    await host.dispatch(session, { type: 'session/titleChanged', title: 'Budget' });
    await host.dispatch(session, { type: 'session/isArchivedChanged', isArchived: true });
    await host.kernel.settled();
    expect(host.announced.changed.at(-1)).toMatchObject([session, { title: 'Budget' }]);
    const { items } = await host.sessions.list({ text: 'budg' });
    expect(items).toMatchObject([
      { title: 'Budget', status: Status.idle | Status.isRead | Status.isArchived },
    ]);
    expect((await host.sessions.list({ text: 'nothing' })).items).toEqual([]);
  });

  test('L7: archived sessions that are idle since a time are disposed of, and no others', async () => {
    const host = await rig();
    const [open, old] = ['ahp-session:/open', 'ahp-session:/old'];
    for (const channel of [open, old]) await host.sessions.createSession({ channel }, 'c1');
    await host.kernel.settled();
    await host.dispatch(old, { type: 'session/isArchivedChanged', isArchived: true });
    const time = new Date(Date.now() + 60_000).toISOString();
    await host.sessions.disposeArchived(new Date(0).toISOString());
    await host.kernel.settled();
    expect(host.announced.removed).toEqual([]);
    await host.sessions.disposeArchived(time);
    await host.kernel.settled();
    expect(host.announced.removed).toEqual([old]);
    expect((await host.sessions.list({})).items.map(({ resource }) => resource)).toEqual([open]);
  });

  test('A2: a running chat shows in the summary of its session', async () => {
    const host = await rig({ harnesses: [createHarness({ delayMs: 2 })] });
    const { session, chat } = await host.create();
    await host.say(chat, '/forever');
    await host.until(chat, (state) => (state.activeTurn?.responseParts.length ?? 0) > 0);
    await host.kernel.settled();
    const { items } = await host.sessions.list({});
    expect(items[0]).toMatchObject({ resource: session, status: Status.inProgress });
    expect((await host.kernel.load<{ activeSessions: number }>('ahp-root://'))?.state.activeSessions).toBe(1);
  });
});
