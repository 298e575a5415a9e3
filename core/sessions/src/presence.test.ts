import { describe, expect, test } from 'vitest';
import { replyOf, rig } from './rig.testkit.ts';

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
