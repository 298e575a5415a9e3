import { hasStatus, Status, type ChatState } from '@loggia/protocol';
import type { Harness } from './harness.ts';
import { createHarness, SessionRig, userMessage } from '@loggia/testing';
import { afterEach, describe, expect, test } from 'vitest';

const open: SessionRig[] = [];

async function rig(options: Parameters<typeof SessionRig.open>[0] = {}): Promise<SessionRig> {
  const made = await SessionRig.open(options);
  open.push(made);
  return made;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((made) => made.close().catch(() => {})));
});

function replyOf(state: ChatState, turn = -1): string {
  const parts = state.turns.at(turn)?.responseParts ?? [];
  return parts
    .flatMap((part) => (part.kind === 'markdown' ? [part.content] : []))
    .join('')
    .trim();
}

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

describe('turns', () => {
  test('A6: a turn streams into one part and completes', async () => {
    const host = await rig();
    const { session, chat } = await host.create();
    await host.say(chat, 'hello there world', 't1');
    const state = await host.idle(chat);
    expect(replyOf(state)).toBe('hello there world');
    expect(state.turns).toMatchObject([{ id: 't1', state: 'complete', usage: { inputTokens: 17 } }]);
    expect(state.activity).toBeUndefined();
    const after = await host.session(session);
    expect(after.title).toBe('hello there world');
    expect(after.chats[0]).toMatchObject({ status: Status.idle, modifiedAt: state.modifiedAt });
    expect(hasStatus(after.status, Status.isRead)).toBe(false);
  });

  test('A6: reasoning and text are parts of their own', async () => {
    const host = await rig();
    const { chat } = await host.create();
    await host.say(chat, '/think yes');
    const { turns } = await host.idle(chat);
    expect(turns[0]?.responseParts.map((part) => part.kind)).toEqual(['reasoning', 'markdown']);
  });

  test('A6: a turn can be cancelled, and the agent hears of it', async () => {
    const host = await rig({ harnesses: [createHarness({ delayMs: 1 })] });
    const { chat } = await host.create();
    const turnId = await host.say(chat, '/forever');
    await host.until(chat, (state) => (state.activeTurn?.responseParts.length ?? 0) > 0);
    await host.dispatch(chat, { type: 'chat/turnCancelled', turnId, duration: 3 });
    const { turns, activeTurn } = await host.chat(chat);
    expect({ turns: turns.length, state: turns[0]?.state, activeTurn }).toEqual({
      turns: 1,
      state: 'cancelled',
    });
    const said = replyOf(await host.chat(chat));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(replyOf(await host.chat(chat))).toBe(said);
    expect(host.problems).toEqual([]);
  });

  test('A6: an agent that does not heed a cancel holds up nobody', async () => {
    const deaf: Harness = {
      describe: { provider: 'deaf', displayName: 'Deaf', description: '', models: [] },
      async *run(turn) {
        yield { kind: 'text', text: turn.message.text };
        if (turn.message.text === 'hang') await new Promise(() => {});
      },
    };
    const host = await rig({ harnesses: [deaf] });
    const { chat } = await host.create();
    const turnId = await host.say(chat, 'hang');
    await host.until(chat, (state) => (state.activeTurn?.responseParts.length ?? 0) > 0);
    await host.dispatch(chat, {
      type: 'chat/pendingMessageSet',
      kind: 'queued',
      id: 'q',
      message: userMessage('next'),
    });
    await host.dispatch(chat, { type: 'chat/turnCancelled', turnId, duration: 1 });
    const state = await host.until(chat, ({ turns }) => turns.length === 2);
    expect(state.turns.map((turn) => turn.state)).toEqual(['cancelled', 'complete']);
    expect((await host.kernel.load<{ activeSessions: number }>('ahp-root://'))?.state.activeSessions).toBe(0);
  });

  test('A6: an agent that throws ends its turn as an error that can be resumed, and nothing else suffers', async () => {
    const host = await rig();
    const { chat } = await host.create();
    const turnId = await host.say(chat, '/resume it');
    const failed = await host.until(chat, (state) => state.turns.length === 1);
    expect(failed.status & Status.error).toBe(Status.error);
    await host.dispatch(chat, { type: 'chat/turnResume', turnId });
    const resumed = await host.until(chat, (state) => state.turns.at(-1)?.state === 'complete');
    expect(replyOf(resumed)).toContain('after "first half" it');
  });

  test('A6: queued messages run one after the other, steering goes into the running turn', async () => {
    const host = await rig({ harnesses: [createHarness({ delayMs: 2 })] });
    const { chat } = await host.create();
    await host.say(chat, 'a b c d e f g h');
    await host.dispatch(chat, {
      type: 'chat/pendingMessageSet',
      kind: 'queued',
      id: 'q1',
      message: userMessage('second'),
    });
    await host.dispatch(chat, {
      type: 'chat/pendingMessageSet',
      kind: 'queued',
      id: 'q2',
      message: userMessage('third'),
    });
    await host.dispatch(chat, {
      type: 'chat/pendingMessageSet',
      kind: 'steering',
      id: 's',
      message: userMessage('quick'),
    });
    const state = await host.until(chat, ({ turns }) => turns.length === 3);
    expect(replyOf(state, 0)).toContain('(quick)');
    expect(state.turns.map((turn) => turn.message.text)).toEqual(['a b c d e f g h', 'second', 'third']);
    expect(state.queuedMessages).toBeUndefined();
    expect(state.steeringMessage).toBeUndefined();
  });

  test('A6: a message queued while idle starts at once; steering while idle waits', async () => {
    const host = await rig();
    const { chat } = await host.create();
    await host.dispatch(chat, {
      type: 'chat/pendingMessageSet',
      kind: 'steering',
      id: 's',
      message: userMessage('later'),
    });
    expect((await host.chat(chat)).activeTurn).toBeUndefined();
    await host.dispatch(chat, {
      type: 'chat/pendingMessageSet',
      kind: 'queued',
      id: 'q',
      message: userMessage('now'),
    });
    const state = await host.until(chat, ({ turns }) => turns.length === 1);
    expect(replyOf(state)).toBe('now (later)');
  });

  test('A6: a chat can be cut, which also ends a running turn', async () => {
    const host = await rig({ harnesses: [createHarness({ delayMs: 1 })] });
    const { chat } = await host.create();
    const first = await host.say(chat, 'one');
    await host.idle(chat);
    await host.say(chat, '/forever');
    await host.until(chat, (state) => (state.activeTurn?.responseParts.length ?? 0) > 0);
    await host.dispatch(chat, { type: 'chat/truncated', turnId: first });
    const state = await host.chat(chat);
    expect(state.turns.map((turn) => turn.id)).toEqual([first]);
    expect(state.activeTurn).toBeUndefined();
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
      'c1',
    );
    const side = { kind: 'sideChat' as const, chat, turnId: first };
    await host.sessions.createChat(
      { channel: session, chat: 'ahp-chat:/side', source: side, initialMessage: userMessage('/history') },
      'c1',
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
    await host.sessions.createChat({ channel: session, chat }, 'c1');
    const elsewhere = await host.create('ahp-session:/other');
    await host.say(elsewhere.chat, 'x', 'turn-x');
    await host.idle(elsewhere.chat);
    const source = { kind: 'fork' as const, chat: elsewhere.chat, turnId: 'turn-x' };
    await expect(
      host.sessions.createChat({ channel: session, chat: 'ahp-chat:/n', source }, 'c1'),
    ).rejects.toMatchObject({
      code: -32602,
    });
  });

  test('A2: the last chat stays; a default chat that goes hands its role on', async () => {
    const host = await rig();
    const { session, chat } = await host.create();
    await expect(host.sessions.disposeChat(chat)).rejects.toMatchObject({ code: -32602 });
    await host.sessions.createChat({ channel: session, chat: 'ahp-chat:/two' }, 'c1');
    await host.sessions.disposeChat(chat);
    expect(await host.session(session)).toMatchObject({
      defaultChat: 'ahp-chat:/two',
      chats: [{ resource: 'ahp-chat:/two' }],
    });
  });
});

describe('what a session waits for', () => {
  test('A8: a question shows on the session, can be answered from there, and goes', async () => {
    const host = await rig();
    const { session, chat } = await host.create();
    await host.say(chat, '/ask');
    await host.until(chat, (state) => hasStatus(state.status, Status.inputNeeded));
    const waiting = (await host.session(session)).inputNeeded?.[0];
    expect(waiting).toMatchObject({ kind: 'chatInput', chat });
    if (waiting?.kind !== 'chatInput') throw new Error('unreachable');
    expect((await host.session(session)).status & Status.inputNeeded).toBe(Status.inputNeeded);
    const requestId = waiting.request.id;
    const accept = { type: 'chat/inputCompleted' as const, requestId, response: 'accept' as const };
    await expect(host.dispatch(waiting.chat, accept)).rejects.toThrow('needs an answer');
    const answers = {
      answer: { state: 'submitted' as const, value: { kind: 'text' as const, value: 'Ada' } },
    };
    await host.dispatch(waiting.chat, { ...accept, answers }, 'somebody-else');
    const state = await host.idle(chat);
    expect(replyOf(state)).toBe('You said Ada.');
    expect((await host.session(session)).inputNeeded).toBeUndefined();
    await expect(host.dispatch(waiting.chat, { ...accept, answers })).rejects.toThrow('not open any more');
  });

  test('A8: a confirmation is taken once; the second one is told', async () => {
    const host = await rig();
    const { session, chat } = await host.create();
    const tools = [{ name: 'probe' }];
    await host.dispatch(session, {
      type: 'session/activeClientSet',
      activeClient: { clientId: 'c1', tools },
    });
    const turnId = await host.say(chat, '/confirm probe');
    const state = await host.until(chat, (chatState) => hasStatus(chatState.status, Status.inputNeeded));
    const part = state.activeTurn?.responseParts[0];
    if (part?.kind !== 'toolCall') throw new Error('A tool call was expected.');
    const { toolCallId } = part.toolCall;
    const denial = {
      type: 'chat/toolCallConfirmed' as const,
      turnId,
      toolCallId,
      approved: false,
      reason: 'denied' as const,
    };
    await host.dispatch(chat, denial, 'c2');
    await expect(host.dispatch(chat, denial, 'c1')).rejects.toThrow('does not wait for a confirmation');
    expect(replyOf(await host.idle(chat))).toBe('denied');
  });
});

describe('clients and their tools', () => {
  async function withTool(options: Parameters<typeof rig>[0] = {}) {
    const host = await rig({ graceMs: 10, ...options });
    const ids = await host.create();
    host.sessions.presence.arrived('c1');
    const tools = [{ name: 'probe' }];
    await host.dispatch(ids.session, {
      type: 'session/activeClientSet',
      activeClient: { clientId: 'c1', tools },
    });
    const turnId = await host.say(ids.chat, '/tool probe {}');
    const state = await host.until(
      ids.chat,
      (chat) => chat.activeTurn?.responseParts[0]?.kind === 'toolCall',
    );
    const part = state.activeTurn?.responseParts[0];
    if (part?.kind !== 'toolCall') throw new Error('unreachable');
    return { host, ...ids, turnId, toolCallId: part.toolCall.toolCallId };
  }

  const success = {
    success: true,
    pastTenseMessage: 'Probed',
    content: [{ type: 'text' as const, text: '42' }],
  };

  test('D8: the owner runs its call and only the owner may report on it', async () => {
    const { host, session, chat, turnId, toolCallId } = await withTool();
    expect((await host.session(session)).inputNeeded).toMatchObject([
      { kind: 'toolClientExecution', clientId: 'c1' },
    ]);
    const complete = { type: 'chat/toolCallComplete' as const, turnId, toolCallId, result: success };
    await expect(host.dispatch(chat, complete, 'c2')).rejects.toThrow('Only the client that runs the call');
    await host.dispatch(chat, complete, 'c1');
    expect(replyOf(await host.idle(chat))).toBe('done: 42');
  });

  test('A5: a client that stays away is wound up after the grace period, and its calls fail', async () => {
    const { host, session, chat } = await withTool();
    host.sessions.presence.lost('c1');
    const state = await host.idle(chat);
    expect(replyOf(state)).toMatch(/^failed: The client that ran "probe" left/);
    expect((await host.session(session)).activeClients).toEqual([]);
  });

  test('A5: a client that returns in time keeps its place', async () => {
    const { host, session, chat, turnId, toolCallId } = await withTool({ graceMs: 200 });
    host.sessions.presence.lost('c1');
    await host.sessions.presence.returned('c1', new Set([session]));
    await host.dispatch(chat, { type: 'chat/toolCallComplete', turnId, toolCallId, result: success });
    expect(replyOf(await host.idle(chat))).toBe('done: 42');
    expect((await host.session(session)).activeClients).toHaveLength(1);
  });

  test('A5: a client that comes back without the session has left it', async () => {
    const { host, session, chat } = await withTool();
    await host.sessions.presence.returned('c1', new Set());
    expect((await host.session(session)).activeClients).toEqual([]);
    expect(replyOf(await host.idle(chat))).toMatch(/^failed/);
  });

  test('D8: a tool that the client does not know any more is turned down', async () => {
    const { host, chat, turnId, toolCallId } = await withTool();
    await host.dispatch(chat, {
      type: 'chat/toolCallConfirmed',
      turnId,
      toolCallId,
      approved: false,
      reason: 'denied',
    });
    expect(replyOf(await host.idle(chat))).toMatch(/^failed: The client does not know/);
  });

  test('A5: nobody registers or removes somebody else', async () => {
    const { host, session } = await withTool();
    const activeClient = { clientId: 'c9', tools: [] };
    await expect(host.dispatch(session, { type: 'session/activeClientSet', activeClient })).rejects.toThrow(
      'itself',
    );
    await expect(
      host.dispatch(session, { type: 'session/activeClientRemoved', clientId: 'c1' }, 'c2'),
    ).rejects.toThrow('itself');
  });
});

describe('after a crash', () => {
  test('A4: a turn that was cut off ends as an error that can be resumed, and what it waited for is gone', async () => {
    const before = await SessionRig.open();
    const { session, chat } = await before.create();
    const turnId = await before.say(chat, '/ask');
    await before.until(chat, (state) => hasStatus(state.status, Status.inputNeeded));
    await before.kernel.settled();
    // The process is gone: nothing is closed, a new host opens what was stored.
    const host = await rig({ disk: before.disk });
    const state = await host.chat(chat);
    expect(state.activeTurn).toBeUndefined();
    expect(state.turns.at(-1)).toMatchObject({ id: turnId, state: 'error' });
    expect(state.turns.at(-1)?.responseParts.at(-1)).toMatchObject({ kind: 'error', resumable: true });
    expect((await host.session(session)).inputNeeded).toBeUndefined();
    await host.dispatch(chat, { type: 'chat/turnResume', turnId });
    await host.until(chat, (after) => hasStatus(after.status, Status.inputNeeded));
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

describe('refusals', () => {
  test.each([
    [
      'a second turn',
      {
        type: 'chat/turnStarted',
        turnId: 'x',
        startedAt: '2026-01-01T00:00:00.000Z',
        message: userMessage('x'),
      },
      'A turn is running',
    ],
    ['cancelling another turn', { type: 'chat/turnCancelled', turnId: 'nope', duration: 0 }, 'Another turn'],
    ['resuming while one runs', { type: 'chat/turnResume', turnId: 'nope' }, 'running already'],
    ['cutting at an unknown turn', { type: 'chat/truncated', turnId: 'nope' }, 'no such turn'],
    [
      'removing what does not wait',
      { type: 'chat/pendingMessageRemoved', kind: 'queued', id: 'nope' },
      'not waiting',
    ],
    [
      'speaking as the agent',
      {
        type: 'chat/pendingMessageSet',
        kind: 'queued',
        id: 'q',
        message: { text: 'x', origin: { kind: 'agent' } },
      },
      'for its user',
    ],
    ['a session action on a chat', { type: 'session/isReadChanged', isRead: true }, 'does not belong'],
  ] as const)('L5: %s', async (_what, action, reason) => {
    const host = await rig({ harnesses: [createHarness({ delayMs: 2 })] });
    const { chat } = await host.create();
    await host.say(chat, '/forever');
    const before = await host.chat(chat);
    await expect(host.dispatch(chat, action as never)).rejects.toThrow(reason);
    expect((await host.chat(chat)).turns).toBe(before.turns);
  });

  test('A2: an unknown channel is passed over in silence', async () => {
    const host = await rig();
    expect(await host.dispatch('ahp-chat:/none', { type: 'chat/isReadChanged', isRead: true })).toBe(false);
  });

  test('A6: an attached chat is pinned at its last finished turn, one that is not there is refused', async () => {
    const host = await rig();
    const { chat } = await host.create();
    const first = await host.say(chat, 'one');
    await host.idle(chat);
    const attach = (resource: string) => ({
      ...userMessage('see'),
      attachments: [{ type: 'chat' as const, label: 'It', resource }],
    });
    const startedAt = '2026-01-01T00:00:00.000Z';
    await host.dispatch(chat, { type: 'chat/turnStarted', turnId: 't2', startedAt, message: attach(chat) });
    const { turns } = await host.until(chat, (state) => state.turns.length === 2);
    expect(turns[1]?.message.attachments).toMatchObject([{ resource: chat, endTurn: first }]);
    const lost = {
      type: 'chat/turnStarted' as const,
      turnId: 't3',
      startedAt,
      message: attach('ahp-chat:/none'),
    };
    await expect(host.dispatch(chat, lost)).rejects.toThrow('no chat');
  });
});
