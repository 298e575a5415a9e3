import { HostError } from '@loggia/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { TappedClient } from './src/process/tapped-client.ts';
import { until } from './src/process/until.ts';
import { echoServer, stdio } from './src/servers/reference-servers.ts';
import { SessionServers } from './src/servers/session-servers.ts';

describe('the mcp:// channel of a real host', () => {
  const data = new DataDirectory({ mcpServers: { apps: stdio(echoServer, '--apps') } });
  let host: HostProcess;
  let client: TappedClient;
  let session: SessionServers;

  beforeAll(async () => {
    host = await HostProcess.start(data);
    client = new TappedClient('viewer', () => data.endpoint(), { mcpApps: {} });
    session = await SessionServers.create(client);
    await session.until('apps', 'ready');
  });

  afterAll(async () => {
    client[Symbol.dispose]();
    await host[Symbol.asyncDispose]();
    data[Symbol.dispose]();
  });

  async function codeOf(asked: Promise<unknown>): Promise<number | string> {
    try {
      await asked;
      return 'answered';
    } catch (error) {
      return error instanceof HostError ? error.code : String(error);
    }
  }

  test('C1, C2: every advertised method is served, and no other', async () => {
    const { mcpApp } = session.named('apps');
    expect(mcpApp?.capabilities).toEqual({
      serverTools: { listChanged: true },
      serverResources: {},
      logging: {},
    });
    const served: [string, Record<string, unknown>][] = [
      ['tools/list', {}],
      ['tools/call', { name: 'echo', arguments: { text: 'x' } }],
      ['resources/list', {}],
      ['resources/templates/list', {}],
      ['resources/read', { uri: 'ui://echo/view.html' }],
      ['logging/setLevel', { level: 'debug' }],
    ];
    for (const [method, params] of served)
      expect([method, await codeOf(session.call('apps', method, params))]).toEqual([method, 'answered']);
    const others = [
      'initialize',
      'ping',
      'prompts/list',
      'prompts/get',
      'completion/complete',
      'resources/subscribe',
      'sampling/createMessage',
      'elicitation/create',
      'roots/list',
      'tasks/list',
      'server/discover',
      'subscribe',
      'createSession',
      'listSessions',
      '__proto__',
      'constructor',
    ];
    for (const method of others)
      expect([method, await codeOf(session.call('apps', method))]).toEqual([method, -32601]);
  });

  test('C5: a View calls what it may see, and nothing that is for the model alone', async () => {
    const { tools } = (await session.call('apps', 'tools/list')) as { tools: { name: string }[] };
    const names = tools.map(({ name }) => name);
    expect(names).toContain('for-view');
    expect(names).not.toContain('for-model');
    await expect(session.call('apps', 'tools/call', { name: 'for-view' })).resolves.toMatchObject({
      content: [{ text: 'for the View' }],
    });
    await expect(session.call('apps', 'tools/call', { name: 'for-model' })).rejects.toThrow(/model/);
    expect(await codeOf(session.call('apps', 'tools/call', { name: 'no-such-tool' }))).not.toBe('answered');
    expect(session.tools).toContain('for-model');
    expect(session.tools).not.toContain('for-view');
  });

  test('C4: clients that render no Apps see neither channel nor capabilities, and may not use them', async () => {
    using plain = new TappedClient('plain', () => data.endpoint());
    const seen = await SessionServers.watch(plain, session.uri);
    const server = seen.named('apps');
    expect(server.state.kind).toBe('ready');
    expect(server).not.toHaveProperty('channel');
    expect(server).not.toHaveProperty('mcpApp');
    const { channel } = session.named('apps');
    expect(await codeOf(plain.ahp.call('tools/list', { channel }))).toBe(-32601);
  });

  test('C4: the channel of a session that a client does not watch is refused', async () => {
    using stranger = new TappedClient('stranger', () => data.endpoint(), { mcpApps: {} });
    const own = await SessionServers.create(stranger);
    await own.until('apps', 'ready');
    const { channel } = session.named('apps');
    expect(own.named('apps').channel).not.toBe(channel);
    expect(await codeOf(stranger.ahp.call('tools/list', { channel }))).toBe(-32601);
    expect(await codeOf(own.call('apps', 'tools/list'))).toBe('answered');
  });

  test('C3: changes of the list are told to the clients of the session that render Apps', async () => {
    using plain = new TappedClient('plain-listener', () => data.endpoint());
    await SessionServers.watch(plain, session.uri);
    const heard: unknown[] = [];
    const heardByPlain: unknown[] = [];
    client.ahp.onNotification('notifications/tools/list_changed', (params) => heard.push(params));
    plain.ahp.onNotification('notifications/tools/list_changed', (params) => heardByPlain.push(params));
    await session.call('apps', 'tools/call', { name: 'grow' });
    await until('it is told', () => heard.length > 0);
    expect(heard[0]).toMatchObject({ channel: session.named('apps').channel });
    await until('the agent is offered it', () => session.tools.some((name) => name.startsWith('grown')));
    expect(heardByPlain).toEqual([]);
  });

  test('C6: every message is on record, with what was decided', async () => {
    const { records } = (await client.ahp.call('x-loggia/listAudit', {
      channel: 'ahp-root://',
      session: session.uri,
      limit: 1000,
    })) as { records: { method: string; target?: string; decision: string; clientId: string }[] };
    const seen = records.map(({ method, target, decision }) => `${method} ${target ?? ''} ${decision}`);
    expect(seen).toContain('tools/call echo allowed');
    expect(seen).toContain('tools/call for-model refused');
    expect(seen).toContain('prompts/list  refused');
    expect(records.some(({ clientId }) => clientId === 'viewer')).toBe(true);
  });
});
