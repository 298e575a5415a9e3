import { ProtocolError } from '@loggia/protocol';
import { ClientRig } from '@loggia/testing/transport';
import { describe, expect, it } from 'vitest';
import { HostError, MalformedAnswer, RequestTimedOut } from '../errors.ts';

const root = 'ahp-root://';

describe('requests to the host', () => {
  it('A1: have numeric ids and get their own answer, in whatever order', async () => {
    const rig = await new ClientRig().connected();
    rig.host.hears('listSessions').hears('ping');
    const list = rig.client.request('listSessions', { channel: root });
    const ping = rig.client.request('ping', { channel: root });
    await rig.settle();
    expect(rig.host.received.map(({ id }) => id)).toEqual([1, 2, 3]);
    rig.host.answerNow('ping', { result: null });
    rig.host.answerNow('listSessions', { result: { items: [] } });
    await rig.settle();
    await expect(list).resolves.toEqual({ items: [] });
    await expect(ping).resolves.toBeNull();
  });

  it('L5: an error arrives with its code, its name and its data', async () => {
    const rig = await new ClientRig().connected();
    rig.host.fails('createSession', { code: -32002, message: 'No such provider.', data: { provider: 'x' } });
    const created = rig.client.request('createSession', { channel: 'ahp-session:/a', provider: 'x' });
    created.catch(() => {});
    await rig.settle();
    const error = await created.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(HostError);
    expect(error).toMatchObject({
      code: -32002,
      kind: 'ProviderNotFound',
      message: 'No such provider.',
      data: { provider: 'x' },
    });
  });

  it('L5: time out, and an answer that comes too late harms nobody', async () => {
    const rig = await new ClientRig().connected();
    rig.host.hears('listSessions');
    const list = rig.client.request('listSessions', { channel: root }, { timeoutMs: 1000 });
    list.catch(() => {});
    await rig.settle();
    await rig.pass(999);
    rig.host.answerNow('listSessions', { result: { items: [] } });
    await rig.environment.advance(1);
    await expect(list).rejects.toThrow(RequestTimedOut);
    await rig.settle();
    expect(rig.problems).toEqual([]);
  });

  it('L5: time out also while there is no connection', async () => {
    const rig = new ClientRig();
    const ping = rig.client.request('ping', { channel: root });
    ping.catch(() => {});
    await rig.pass(30_000);
    await expect(ping).rejects.toThrow(RequestTimedOut);
    await rig.connected();
    expect(rig.host.received.map(({ method }) => method)).toEqual(['initialize']);
  });

  it('can be called off before and after they were sent', async () => {
    const rig = await new ClientRig().connected();
    const timers = rig.environment.scheduler.pendingTimers;
    const before = rig.client.request(
      'ping',
      { channel: root },
      { signal: AbortSignal.abort(new Error('never mind')) },
    );
    await expect(before).rejects.toThrow('never mind');
    rig.host.hears('ping');
    const controller = new AbortController();
    const after = rig.client.request('ping', { channel: root }, { signal: controller.signal });
    after.catch(() => {});
    await rig.settle();
    controller.abort(new Error('enough'));
    await expect(after).rejects.toThrow('enough');
    expect(rig.environment.scheduler.pendingTimers).toBe(timers);
  });

  it('L5: an answer of the wrong shape is refused', async () => {
    const rig = await new ClientRig().connected();
    rig.host.answers('listSessions', { items: 'none' });
    const list = rig.client.request('listSessions', { channel: root });
    list.catch(() => {});
    await rig.settle();
    await expect(list).rejects.toThrow(MalformedAnswer);
  });

  it('of any name can be made', async () => {
    const rig = await new ClientRig().connected();
    rig.host.answers('tools/list', { tools: [] }, { channel: 'mcp://a' }).hears('x-hello', { channel: root });
    const tools = rig.client.call('tools/list', { channel: 'mcp://a' });
    rig.client.notify('x-hello', { channel: root });
    await rig.settle();
    await expect(tools).resolves.toEqual({ tools: [] });
    expect(rig.host.expected).toEqual([]);
  });
});

describe('requests of the host', () => {
  it('A1: are answered by the handler, with a result in any case', async () => {
    const rig = await new ClientRig().connected();
    rig.client.serve('resourceRead', async ({ uri }) => ({ data: `at ${uri}`, encoding: 'utf-8' as const }));
    rig.client.serve('resourceMkdir', () => undefined as never);
    const read = rig.host.ask('resourceRead', { channel: root, uri: 'file:///a' });
    const made = rig.host.ask('resourceMkdir', { channel: root, uri: 'file:///b' });
    await rig.settle();
    expect(read()).toEqual({
      jsonrpc: '2.0',
      id: 'host-1',
      result: { data: 'at file:///a', encoding: 'utf-8' },
    });
    expect(made()).toEqual({ jsonrpc: '2.0', id: 'host-2', result: null });
  });

  it('A1: that nobody serves are answered with −32601', async () => {
    const rig = await new ClientRig().connected();
    rig.client.serve('resourceRead', () => ({ data: '', encoding: 'utf-8' as const }))();
    const answers = ['resourceRead', 'createResourceWatch', 'createSession', 'x-unknown'].map((method) =>
      rig.host.ask(method, { channel: root, uri: 'file:///a' }),
    );
    await rig.settle();
    expect(answers.map((answer) => answer())).toMatchObject(answers.map(() => ({ error: { code: -32601 } })));
  });

  it('L5: with wrong parameters are refused before the handler sees them', async () => {
    const rig = await new ClientRig().connected();
    rig.client.serve('resourceRead', () => {
      throw new Error('not reached');
    });
    const answer = rig.host.ask('resourceRead', { channel: root });
    await rig.settle();
    expect(answer()).toMatchObject({ error: { code: -32602, message: expect.stringContaining('uri') } });
  });

  it('L5: that fail say so, without telling what is none of the host’s business', async () => {
    const rig = await new ClientRig().connected();
    rig.client.serve('resourceRead', () => {
      throw new ProtocolError('NotFound', 'Nothing there.');
    });
    rig.client.serve('resourceList', () => {
      throw new Error('secret path');
    });
    const known = rig.host.ask('resourceRead', { channel: root, uri: 'file:///a' });
    const unknown = rig.host.ask('resourceList', { channel: root, uri: 'file:///a' });
    await rig.settle();
    expect(known()).toMatchObject({ error: { code: -32008, message: 'Nothing there.' } });
    expect(unknown()).toMatchObject({
      error: { code: -32603, message: 'resourceList failed in the client.' },
    });
    expect(rig.problems).toMatchObject([{ kind: 'listener', error: new Error('secret path') }]);
  });

  it('are not answered on another connection', async () => {
    const rig = await new ClientRig().connected();
    let finish = (): void => {};
    rig.client.serve('resourceMkdir', () => new Promise((resolve) => (finish = () => resolve({}))));
    const answer = rig.host.ask('resourceMkdir', { channel: root, uri: 'file:///a' });
    await rig.settle();
    rig.network.link.cut();
    rig.host.answers('reconnect', { type: 'replay', actions: [], missing: [] });
    await rig.pass(250);
    finish();
    await rig.settle();
    expect(answer()).toBeUndefined();
  });
});

describe('what the host says without being asked', () => {
  it('reaches whoever listens for it', async () => {
    const rig = await new ClientRig().connected();
    const heard: unknown[] = [];
    rig.client.onNotification('root/progress', ({ progress }) => heard.push(progress));
    rig.client.onNotification('notifications/message', (params) => heard.push(params));
    rig.host.notify('root/progress', { channel: root, progressToken: 1, progress: 0.5 });
    rig.host.notify('notifications/message', { channel: 'mcp://a', level: 'info' });
    rig.host.notify('x-nobody', { channel: root });
    await rig.settle();
    expect(heard).toEqual([0.5, { channel: 'mcp://a', level: 'info' }]);
    expect(rig.problems).toEqual([]);
  });

  it('L5: is left out when it is malformed', async () => {
    const rig = await new ClientRig().connected();
    const heard: unknown[] = [];
    rig.client.onNotification('root/progress', (params) => heard.push(params));
    rig.host.notify('root/progress', { channel: root });
    await rig.settle();
    expect(heard).toEqual([]);
    expect(rig.problems).toMatchObject([{ kind: 'malformed' }]);
  });

  it('L5: malformed frames are reported, and the connection goes on', async () => {
    const rig = await new ClientRig().connected();
    for (const text of ['', 'not json', '{"jsonrpc":"2.0","id":99}', `"${'x'.repeat(1000)}"`])
      rig.host.sendText(text);
    rig.host.sendText('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"What was that?"}}');
    rig.host.sendText('{"jsonrpc":"2.0","id":12345,"result":{}}');
    await rig.settle();
    expect(rig.problems.map(({ kind }) => kind)).toEqual(Array(5).fill('malformed'));
    expect(rig.problems.at(-1)?.message).toContain('What was that?');
    rig.host.answers('ping', null);
    const ping = rig.client.request('ping', { channel: root });
    await rig.settle();
    await expect(ping).resolves.toBeNull();
  });
});
