import { createHarness, userMessage } from '@loggia/testing';
import { describe, expect, test } from 'vitest';
import { rig } from './rig.testkit.ts';

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
