import { ForeignError, type CancelSignal, type ChannelCaller, type SideChannels } from '@loggia/mcp';
import { ProtocolError } from '@loggia/protocol';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { command, type CommandDefinition } from '../commands/table.ts';
import { engine, RawClient, stopEngines, type Json } from './raw-client.testkit.ts';

afterEach(stopEngines);

const session = 'ahp-session:/s';
const uri = 'mcp://opaque';
const apps = { capabilities: { mcpApps: {} } };

interface Heard {
  readonly channel: string;
  readonly method: string;
  readonly params: Json;
  readonly caller: ChannelCaller;
}

type Listener = Parameters<SideChannels['onNotification']>[0];

/** Channels that record messages, and answer as the test says. */
class HeardChannels implements SideChannels {
  readonly requests: Heard[] = [];
  readonly notifications: Heard[] = [];
  readonly #listeners = new Set<Listener>();
  answer: (heard: Heard) => unknown = () => ({});

  get listeners(): number {
    return this.#listeners.size;
  }

  async request(channel: string, method: string, params: Json, caller: ChannelCaller): Promise<string> {
    const heard = { channel, method, params, caller };
    this.requests.push(heard);
    return JSON.stringify(await this.answer(heard)) ?? 'null';
  }

  async notify(channel: string, method: string, params: Json, caller: ChannelCaller): Promise<void> {
    this.notifications.push({ channel, method, params, caller });
  }

  onNotification(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  say(about = session): void {
    for (const listener of this.#listeners)
      listener({ session: about, channel: uri, method: 'notifications/tools/list_changed', params: {} });
  }
}

async function scene(table: Record<string, CommandDefinition> = {}) {
  const sideChannels = new HeardChannels();
  const reported: string[] = [];
  const host = await engine({
    parts: () => ({ table, sideChannels }),
    report: (problem) => reported.push(problem),
  });
  const client = new RawClient(host);
  await client.hello('c1', apps);
  await client.request('createSession', { channel: session });
  await client.request('subscribe', { channel: session });
  client.received.length = 0;
  return { host, client, sideChannels, reported };
}

/** Settles when the request is aborted. */
function untilAborted({ caller }: Heard): Promise<never> {
  return new Promise((_resolve, reject) => {
    caller.signal.addEventListener('abort', () => reject(new ProtocolError('Unavailable', 'Cancelled.')));
  });
}

const answerTo = (client: RawClient, id: number | string) =>
  client.until((message) => message['id'] === id && !('method' in message));

describe('requests', () => {
  test('C1: what is addressed to an mcp channel goes there as plain MCP, whoever else has such a method', async () => {
    const { client, sideChannels } = await scene();
    sideChannels.answer = ({ method }) => ({ served: method });
    for (const method of ['tools/list', 'ping', 'initialize', 'listSessions', 'subscribe']) {
      const answer = await client.request(method, { channel: uri, cursor: 'x', _meta: { a: 1 } });
      expect(answer).toEqual({ jsonrpc: '2.0', id: expect.anything(), result: { served: method } });
    }
    expect(sideChannels.requests[0]).toMatchObject({
      channel: uri,
      method: 'tools/list',
      params: { cursor: 'x', _meta: { a: 1 } },
      caller: { clientId: 'c1', mcpApps: true, principal: { id: 'local' } },
    });
    expect(sideChannels.requests.map(({ params }) => 'channel' in params)).not.toContain(true);
  });

  test('C1: a channel beside the parameters is understood, and stands in the answer too', async () => {
    const { client, sideChannels } = await scene();
    sideChannels.answer = ({ method }) => {
      if (method === 'tools/call') throw new ForeignError(-32002, 'Not here.', { uri: 'x' });
      return { tools: [] };
    };
    client.raw(JSON.stringify({ jsonrpc: '2.0', id: 'a', channel: uri, method: 'tools/list' }));
    expect(await answerTo(client, 'a')).toEqual({
      jsonrpc: '2.0',
      id: 'a',
      channel: uri,
      result: { tools: [] },
    });
    const params = { name: 'x', channel: uri };
    client.raw(JSON.stringify({ jsonrpc: '2.0', id: 'b', channel: uri, method: 'tools/call', params }));
    expect(await answerTo(client, 'b')).toEqual({
      jsonrpc: '2.0',
      id: 'b',
      channel: uri,
      error: { code: -32002, message: 'Not here.', data: { uri: 'x' } },
    });
    expect(sideChannels.requests.map((heard) => heard.params)).toEqual([{}, { name: 'x' }]);
  });

  test('C1: the caller is known by what it declared and watches', async () => {
    const { host, sideChannels, client } = await scene();
    const plain = new RawClient(host);
    await plain.hello('c2');
    await plain.request('tools/list', { channel: uri });
    await client.request('tools/list', { channel: uri });
    client.notify('unsubscribe', { channel: session });
    await client.request('tools/list', { channel: uri });
    const seen: boolean[] = [];
    sideChannels.answer = ({ caller }) => seen.push(caller.watches(session));
    await plain.request('tools/list', { channel: uri });
    await client.request('tools/list', { channel: uri });
    await client.request('subscribe', { channel: session });
    await client.request('tools/list', { channel: uri });
    expect(sideChannels.requests.slice(0, 2).map(({ caller }) => caller.mcpApps)).toEqual([false, true]);
    expect(seen).toEqual([false, false, true]);
  });

  test('L5: before the handshake nothing is served, and a host without servers says so', async () => {
    const { host, sideChannels } = await scene();
    const early = new RawClient(host);
    expect((await early.request('tools/list', { channel: uri }))['error']).toMatchObject({ code: -32600 });
    expect(sideChannels.requests).toEqual([]);
    const bare = new RawClient(await engine());
    await bare.hello('c1', apps);
    expect((await bare.request('tools/list', { channel: uri }))['error']).toMatchObject({ code: -32601 });
  });

  test('L5: parameters that are no object, and errors that nobody foresaw, are answered', async () => {
    const { client, sideChannels, reported } = await scene();
    client.raw(JSON.stringify({ jsonrpc: '2.0', id: 'a', channel: uri, method: 'tools/list', params: [1] }));
    expect((await answerTo(client, 'a'))['error']).toMatchObject({ code: -32602 });
    sideChannels.answer = () => {
      throw new TypeError('a defect');
    };
    const { error } = await client.request('tools/list', { channel: uri });
    expect(error).toMatchObject({ code: -32603 });
    expect(error.message).not.toContain('defect');
    expect(reported).toEqual(['A request failed']);
  });

  test('C1: what the client says next does not wait for a server', async () => {
    const { client, sideChannels } = await scene();
    let finish = (_result: unknown): void => {};
    sideChannels.answer = () => new Promise((resolve) => (finish = resolve));
    const slow = client.request('tools/call', { channel: uri, name: 'slow' });
    expect((await client.request('ping'))['result']).toBeNull();
    finish({ content: [] });
    expect((await slow)['result']).toEqual({ content: [] });
  });
});

describe('cancelling', () => {
  test('C1: a cancelled request is given up and not answered; others go on', async () => {
    const { client, sideChannels } = await scene();
    sideChannels.answer = untilAborted;
    const call = (id: number, channel: string) =>
      client.raw(
        JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { channel, name: 'x' } }),
      );
    call(901, uri);
    call(902, uri);
    await expect.poll(() => sideChannels.requests.length).toBe(2);
    client.notify('notifications/cancelled', { channel: 'mcp://another', requestId: 901 });
    client.notify('notifications/cancelled', { channel: uri, requestId: 'unknown' });
    client.notify('notifications/cancelled', { channel: uri, requestId: 902 });
    client.notify('notifications/cancelled', { channel: uri, requestId: 902 });
    await client.request('ping');
    await client.request('ping');
    expect(sideChannels.requests.map(({ caller }) => caller.signal.aborted)).toEqual([false, true]);
    expect(client.received.map(({ id }) => id as number)).not.toContain(902);
    client.notify('notifications/cancelled', { channel: uri, requestId: 901 });
    await expect.poll(() => sideChannels.requests[0]?.caller.signal.aborted).toBe(true);
    expect(sideChannels.notifications).toEqual([]);
  });

  test('A5: when the client goes, what it waits for is given up', async () => {
    const { client, sideChannels, reported } = await scene();
    sideChannels.answer = untilAborted;
    client.raw(JSON.stringify({ jsonrpc: '2.0', id: 'a', method: 'tools/call', params: { channel: uri } }));
    await expect.poll(() => sideChannels.requests.length).toBe(1);
    client.cut();
    expect(sideChannels.requests[0]?.caller.signal.aborted).toBe(true);
    await Promise.resolve();
    expect(reported).toEqual([]);
  });

  test('A5: so is a command that still runs, and not one that is done', async () => {
    const signals: CancelSignal[] = [];
    const { client } = await scene({
      'x-loggia/callTool': command({
        grant: 'write',
        params: z.looseObject({ tool: z.string() }),
        detached: true,
        run: async ({ tool }, caller) => {
          signals.push(caller.signal);
          return tool === 'quick' ? {} : new Promise(() => {});
        },
      }),
    });
    await client.request('x-loggia/callTool', { tool: 'quick' });
    client.raw(
      JSON.stringify({ jsonrpc: '2.0', id: 'slow', method: 'x-loggia/callTool', params: { tool: 'slow' } }),
    );
    await expect.poll(() => signals.length).toBe(2);
    client.cut();
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]);
  });
});

describe('notifications', () => {
  test('C1: those of clients go to the channel, without it among the parameters', async () => {
    const { client, sideChannels } = await scene();
    client.notify('notifications/message', { channel: uri, level: 'info', data: 'x' });
    client.raw(
      JSON.stringify({
        jsonrpc: '2.0',
        channel: uri,
        method: 'notifications/message',
        params: { data: 'y' },
      }),
    );
    client.notify('dispatchAction', {
      channel: uri,
      clientSeq: 1,
      action: { type: 'session/titleChanged', title: 'x' },
    });
    await expect.poll(() => sideChannels.notifications.length).toBe(3);
    expect(sideChannels.notifications).toMatchObject([
      { channel: uri, method: 'notifications/message', params: { level: 'info', data: 'x' } },
      { channel: uri, method: 'notifications/message', params: { data: 'y' } },
      { method: 'dispatchAction' },
    ]);
  });

  test.each(['1.0.0', '0.9.0', '0.3.0'])(
    'C3: those of servers reach, in AHP %s, who renders apps and watches that session, and nobody else',
    async (version) => {
      const { host, sideChannels, client: watcher } = await scene();
      const other = 'ahp-session:/other';
      await watcher.request('createSession', { channel: other });
      const join = async (clientId: string, channel: string, more: Json) => {
        const client = new RawClient(host);
        await client.hello(clientId, {
          protocolVersions: [version],
          initialSubscriptions: ['ahp-root://', channel],
          ...more,
        });
        return client;
      };
      const wanted = await join('wanted', session, apps);
      const plain = await join('plain', session, {});
      const elsewhere = await join('elsewhere', other, apps);
      const early = new RawClient(host);
      sideChannels.say();
      const notifications = (client: RawClient) =>
        client.received.filter(({ method }) => method?.startsWith('notifications/'));
      const told = {
        jsonrpc: '2.0',
        channel: uri,
        method: 'notifications/tools/list_changed',
        params: { channel: uri },
      };
      expect(notifications(wanted)).toEqual([told]);
      expect([plain, elsewhere, early].flatMap(notifications)).toEqual([]);
      wanted.cut();
      const back = new RawClient(host);
      await back.request('reconnect', {
        clientId: 'wanted',
        lastSeenServerSeq: host.kernel.seq,
        subscriptions: [session],
      });
      sideChannels.say();
      expect(notifications(back)).toEqual([told]);
      back.notify('unsubscribe', { channel: session });
      await back.request('ping');
      sideChannels.say();
      expect(notifications(back)).toEqual([told]);
    },
  );

  test('C3: a host that has stopped listens to no server', async () => {
    const { host, sideChannels } = await scene();
    expect(sideChannels.listeners).toBe(1);
    await host.stop();
    expect(sideChannels.listeners).toBe(0);
  });
});
