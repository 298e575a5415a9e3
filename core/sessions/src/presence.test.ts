import { createHarness, userMessage } from '@loggia/testing';
import { describe, expect, test } from 'vitest';
import { callAt, callsIn, replyOf, rig } from './rig.testkit.ts';

describe('clients and their tools', () => {
  async function withTool(options: Parameters<typeof rig>[0] = {}, says = '/tool probe {}') {
    const host = await rig({ graceMs: 10, ...options });
    const ids = await host.create();
    host.sessions.presence.arrived('c1');
    const tools = [{ name: 'probe' }];
    await host.dispatch(ids.session, {
      type: 'session/activeClientSet',
      activeClient: { clientId: 'c1', tools },
    });
    const turnId = await host.say(ids.chat, says);
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

  test('D8: a call of a client’s tool is shown under the tool’s title', async () => {
    const host = await rig();
    const { session, chat } = await host.create();
    const activeClient = { clientId: 'c1', tools: [{ name: 'probe', title: 'Probe it' }] };
    await host.dispatch(session, { type: 'session/activeClientSet', activeClient });
    await host.say(chat, '/tool probe {}');
    const state = await host.until(chat, ({ activeTurn }) => activeTurn?.responseParts[0] !== undefined);
    expect(state.activeTurn?.responseParts[0]).toMatchObject({
      toolCall: { toolName: 'probe', displayName: 'Probe it' },
    });
  });

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

  test('A5, D8: a client that returns in time keeps its place and goes on with its call', async () => {
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

  test('D8: a call names its owner from the start, and its input streams in', async () => {
    const host = await rig({ harnesses: [createHarness({ delayMs: 2 })] });
    const { session, chat } = await host.create();
    const activeClient = { clientId: 'c1', tools: [{ name: 'probe' }] };
    await host.dispatch(session, { type: 'session/activeClientSet', activeClient });
    await host.say(chat, '/stream probe {"a":"some text"}');
    const streaming = await host.until(chat, (state) => {
      const [call] = callsIn(state);
      return call?.status === 'streaming' && (call.partialInput?.length ?? 0) > 0;
    });
    expect(callsIn(streaming)).toMatchObject([
      { status: 'streaming', contributor: { kind: 'client', clientId: 'c1' } },
    ]);
    const ref = await callAt(host, chat, 'running');
    expect(callsIn(await host.chat(chat))).toMatchObject([{ toolInput: '{"a":"some text"}' }]);
    await host.dispatch(chat, { type: 'chat/toolCallComplete', ...ref, result: success });
    expect(replyOf(await host.idle(chat))).toBe('done: 42');
  });

  test('D8: the owner streams content, nobody else does', async () => {
    const { host, chat, turnId, toolCallId } = await withTool();
    const content = [{ type: 'text' as const, text: 'half' }];
    const change = { type: 'chat/toolCallContentChanged' as const, turnId, toolCallId, content };
    await expect(host.dispatch(chat, change, 'c2')).rejects.toThrow('Only the client that runs the call');
    await host.dispatch(chat, change, 'c1');
    expect(callsIn(await host.chat(chat))).toMatchObject([{ status: 'running', content }]);
    await host.dispatch(chat, { type: 'chat/toolCallComplete', turnId, toolCallId, result: success });
    await host.idle(chat);
    await expect(host.dispatch(chat, change, 'c1')).rejects.toThrow('no such call');
  });

  test('D8: an owner that leaves while the input still streams fails the call', async () => {
    const host = await rig({ harnesses: [createHarness({ delayMs: 2 })] });
    const { session, chat } = await host.create();
    const activeClient = { clientId: 'c1', tools: [{ name: 'probe' }] };
    await host.dispatch(session, { type: 'session/activeClientSet', activeClient });
    await host.say(chat, `/stream probe ${JSON.stringify({ a: 'x'.repeat(2000) })}`);
    await callAt(host, chat, 'streaming');
    await host.dispatch(session, { type: 'session/activeClientRemoved', clientId: 'c1' });
    const state = await host.idle(chat);
    expect(replyOf(state)).toMatch(/^failed: The client that ran "probe" left/);
    expect(callsIn(state)).toMatchObject([{ status: 'completed', success: false }]);
  });

  test('D8: an owner that leaves while the user still decides fails the call', async () => {
    const { host, session, chat } = await withTool({}, '/confirm probe');
    await callAt(host, chat, 'pending-confirmation');
    await host.dispatch(session, { type: 'session/activeClientRemoved', clientId: 'c1' });
    const state = await host.idle(chat);
    expect(replyOf(state)).toBe('failed');
    expect(callsIn(state)).toMatchObject([{ status: 'completed', error: { code: 'clientLeft' } }]);
  });

  test('D8: a call for a client that was already away fails when its time is up', async () => {
    const host = await rig({ graceMs: 500 });
    const { session, chat } = await host.create();
    host.sessions.presence.arrived('c1');
    const activeClient = { clientId: 'c1', tools: [{ name: 'probe' }] };
    await host.dispatch(session, { type: 'session/activeClientSet', activeClient });
    host.sessions.presence.lost('c1');
    await host.say(chat, '/tool probe', 't1');
    expect(replyOf(await host.idle(chat))).toMatch(/^failed: The client that ran "probe" left/);
  });

  test('A5: a client whose connection was gone before it was registered does not stay for ever', async () => {
    const host = await rig({ graceMs: 5 });
    const { session } = await host.create();
    host.sessions.presence.arrived('c1');
    host.sessions.presence.lost('c1');
    const activeClient = { clientId: 'c1', tools: [{ name: 'probe' }] };
    await host.dispatch(session, { type: 'session/activeClientSet', activeClient });
    await expect.poll(async () => (await host.session(session)).activeClients).toEqual([]);
  });

  test('D7: the client that spoke runs the tool that another offers, too', async () => {
    const host = await rig();
    const { session, chat } = await host.create();
    for (const clientId of ['c1', 'c2']) {
      const activeClient = { clientId, tools: [{ name: 'probe' }] };
      await host.dispatch(session, { type: 'session/activeClientSet', activeClient }, clientId);
    }
    const message = userMessage('/tool probe');
    const startedAt = new Date(host.clock.now()).toISOString();
    await host.dispatch(chat, { type: 'chat/turnStarted', turnId: 't', startedAt, message }, 'c2');
    await callAt(host, chat, 'running');
    expect(callsIn(await host.chat(chat))).toMatchObject([{ contributor: { clientId: 'c2' } }]);
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
