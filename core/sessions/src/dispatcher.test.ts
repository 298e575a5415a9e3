import { viewMark, type ChatAction } from '@loggia/protocol';
import { createHarness, ScriptedEquipment, userMessage } from '@loggia/testing';
import { describe, expect, test } from 'vitest';
import { callAt, rig } from './rig.testkit.ts';

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

describe('equipment', () => {
  test('B3: is asked before a client changes something, and told afterwards', async () => {
    const equipment = new ScriptedEquipment({
      refuse: (_state, action) =>
        action.type === 'session/isArchivedChanged' ? 'Stop its servers first.' : undefined,
    });
    const host = await rig({ equipment: equipment.attach });
    const { session } = await host.create();
    const archive = { type: 'session/isArchivedChanged' as const, isArchived: true };
    await expect(host.dispatch(session, archive)).rejects.toThrow('Stop its servers first.');
    await host.dispatch(session, { type: 'session/isReadChanged', isRead: false }, 'c2');
    expect(equipment.heard.filter((line) => line.startsWith('followed'))).toEqual([
      `followed ${session} session/isReadChanged by c2`,
    ]);
  });

  test('D2: hears of a client that stays away as of one that leaves', async () => {
    const equipment = new ScriptedEquipment();
    const host = await rig({ equipment: equipment.attach, graceMs: 5 });
    const { session } = await host.create();
    host.sessions.presence.arrived('c1');
    const activeClient = { clientId: 'c1', tools: [] };
    await host.dispatch(session, { type: 'session/activeClientSet', activeClient });
    host.sessions.presence.lost('c1');
    await expect
      .poll(() => equipment.heard.at(-1))
      .toBe(`followed ${session} session/activeClientRemoved by c1`);
    expect((await host.session(session)).activeClients).toEqual([]);
  });
});

test('A7: input that cannot be edited is not', async () => {
  const host = await rig();
  const { session, chat } = await host.create();
  const activeClient = { clientId: 'c1', tools: [{ name: 'probe' }] };
  await host.dispatch(session, { type: 'session/activeClientSet', activeClient });
  await host.say(chat, '/confirm probe');
  const ref = await callAt(host, chat, 'pending-confirmation');
  const open = await host.kernel.load(chat);
  if (!open) throw new Error('unreachable');
  const fixed: ChatAction = {
    type: 'chat/toolCallReady',
    ...ref,
    invocationMessage: 'May I?',
    editable: false,
  };
  host.kernel.append(open, fixed);
  const edit = { type: 'chat/toolCallConfirmed' as const, ...ref, approved: true, editedToolInput: '{}' };
  await expect(host.dispatch(chat, edit)).rejects.toThrow('cannot be edited');
});

test('SE15: the log tells the person, the agent, and a View that speaks apart', async () => {
  const host = await rig();
  const { session, chat } = await host.create();
  const begin = host.kernel.seq;
  await host.say(chat, 'hello');
  await host.idle(chat);
  const message = { ...userMessage('from the board'), _meta: viewMark({ title: 'Board' }) };
  const startedAt = '2026-01-01T00:00:00.000Z';
  await host.dispatch(chat, { type: 'chat/turnStarted', turnId: 'v', startedAt, message });
  await host.until(chat, ({ turns }) => turns.length === 2);
  await host.dispatch(session, { type: 'session/isReadChanged', isRead: true });
  await host.kernel.settled();
  const { entries = [] } = (await host.kernel.replay(begin, [chat, session], { authors: true })) ?? {};
  const authorsOf = (type: string) =>
    entries.filter(({ json }) => json.includes(`"type":"${type}"`)).map(({ by }) => by);
  expect(authorsOf('chat/turnStarted')).toEqual(['local', 'local via view Board']);
  expect([...new Set(authorsOf('chat/delta'))]).toEqual(['local via agent echo']);
  expect(authorsOf('chat/turnComplete')).toEqual(['local via agent echo', 'local via agent echo']);
  expect(authorsOf('session/isReadChanged').at(-1)).toBe('local');
});
