import type { Principal } from '@loggia/access';
import { ProtocolError } from '@loggia/protocol';
import { ManualClock } from '@loggia/testing/kernel';
import { describe, expect, test } from 'vitest';
import type { AuditEntry } from '../audit/audit.ts';
import { createRecorder } from '../audit/recorder.ts';
import type { McpTool, ServerFacts } from '../connection.ts';
import { AuthNeeded, ServerFailure } from '../failures.ts';
import type { ChannelCaller } from './port.ts';
import { ScriptedConnection } from './scripted-connection.testkit.ts';
import { createSideChannels, type ChannelRequest } from './side-channels.ts';

const session = 'ahp-session:/s';
const owner: Principal = { id: 'owner', kind: 'local' };
const everything: Partial<ServerFacts> = {
  tools: { listChanged: true },
  resources: { listChanged: true },
  logging: true,
};
const tools: readonly McpTool[] = [
  { name: 'both', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true }, _meta: { other: 1 } },
  { name: 'for-views', _meta: { ui: { visibility: ['app'] } } },
  { name: 'for-the-model', _meta: { ui: { visibility: ['model'] } } },
  { name: 'for-the-model-too', _meta: { 'ui/resourceUri': 'ui://a', ui: { visibility: ['model'] } } },
  { name: 'old-style', _meta: { 'ui/resourceUri': 'ui://a' } },
  { name: 'for-nobody', _meta: { ui: { visibility: [] } } },
];
const methods = [
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'logging/setLevel',
  'sampling/createMessage',
];

function rig(
  serves: Partial<ServerFacts> = everything,
  more: { readonly sampling?: ChannelRequest['sampling']; readonly maxRequestsAtOnce?: number } = {},
) {
  const audited: AuditEntry[] = [];
  const clock = new ManualClock();
  const { maxRequestsAtOnce = 100, ...wanted } = more;
  const recorder = createRecorder({ write: (entryOf) => void audited.push(entryOf()) }, clock);
  const channels = createSideChannels({ recorder, maxRequestsAtOnce });
  const connection = new ScriptedConnection(recorder, serves, tools);
  const channel = channels.open({
    session,
    customizationId: 'server-1',
    serverName: 'Weather',
    definition: 'd',
    connection,
    principal: owner,
    ...wanted,
  });
  const as = (changes: Partial<ChannelCaller> = {}): ChannelCaller => ({
    principal: owner,
    clientId: 'shell',
    mcpApps: true,
    watches: (watched) => watched === session,
    signal: new AbortController().signal,
    ...changes,
  });
  const request = (method: string, params: Record<string, unknown> = {}, caller = as()) =>
    channels.request(channel.uri, method, params, caller).then((json) => JSON.parse(json) as unknown);
  return { channels, channel, connection, audited, clock, request, as };
}

async function failure(
  promise: Promise<unknown>,
): Promise<{ code: number; message: string; data?: unknown }> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return (error as ProtocolError).toJSON();
}

describe('what is served', () => {
  test('C2: exactly what is advertised, for every combination of what a server has', async () => {
    for (let bits = 0; bits < 16; bits += 1) {
      const has = (bit: number) => (bits & (1 << bit)) !== 0;
      const { channel, request, connection } = rig(
        {
          ...(has(0) && { tools: { listChanged: has(1) } }),
          ...(has(1) && { resources: { listChanged: has(0) } }),
          logging: has(2),
        },
        has(3) ? { sampling: async () => ({ role: 'assistant' }) } : {},
      );
      expect(channel.capabilities).toEqual({
        ...(has(0) && { serverTools: has(1) ? { listChanged: true } : {} }),
        ...(has(1) && { serverResources: has(0) ? { listChanged: true } : {} }),
        ...(has(2) && { logging: {} }),
        ...(has(3) && { sampling: {} }),
      });
      connection.answer = () => ({ fine: true });
      const outcomes = new Map<string, unknown>();
      for (const method of methods) {
        const outcome = await request(method, { name: 'both' }).then(
          () => 'served',
          (error: ProtocolError) => error.code,
        );
        outcomes.set(method, outcome);
      }
      expect(new Set([...outcomes.values(), 'served', -32601]).size).toBe(2);
      expect(methods.filter((method) => outcomes.get(method) === 'served')).toEqual([
        ...(has(0) ? methods.slice(0, 2) : []),
        ...(has(1) ? methods.slice(2, 5) : []),
        ...(has(2) ? methods.slice(5, 6) : []),
        ...(has(3) ? methods.slice(6) : []),
      ]);
    }
  });

  test('C1, C2: no handshake, no prompts, nothing that MCP has beside it', async () => {
    const { request, connection, channels, channel, as } = rig(everything, { sampling: async () => ({}) });
    const others = [
      'initialize',
      'ping',
      'prompts/list',
      'resources/subscribe',
      'completion/complete',
      'toString',
    ];
    for (const method of others)
      expect(await failure(request(method))).toMatchObject({
        code: -32601,
        message: expect.stringContaining(method),
      });
    await expect(channels.notify(channel.uri, 'notifications/initialized', {}, as())).rejects.toMatchObject({
      code: -32601,
    });
    expect(connection.asked).toEqual([]);
  });

  test('C2: levels of logging are not set in the modern era, which has none', async () => {
    const { channel, request } = rig({ logging: true, era: 'modern' });
    expect(channel.capabilities).toEqual({});
    expect(await failure(request('logging/setLevel', { level: 'info' }))).toMatchObject({ code: -32601 });
  });

  test('C1: requests and results pass verbatim', async () => {
    const { request, connection } = rig();
    const result = { contents: [{ uri: 'ui://a', text: '<p>' }], later: [1], _meta: { x: 1 } };
    connection.answer = () => result;
    expect(await request('resources/read', { uri: 'ui://a', later: true, _meta: { y: 2 } })).toEqual(result);
    expect(await request('tools/call', { name: 'both', arguments: { a: [1] }, _meta: { y: 2 } })).toEqual(
      result,
    );
    expect(connection.asked).toMatchObject([
      {
        method: 'resources/read',
        params: { uri: 'ui://a', later: true, _meta: { y: 2 } },
        context: { session },
      },
      {
        method: 'tools/call',
        params: { name: 'both', arguments: { a: [1] }, _meta: { y: 2 } },
        context: { session },
      },
    ]);
  });

  test("C5: a client cannot speak in the host's name, nor take over the progress of another call", async () => {
    const { request, connection } = rig();
    const meta = {
      progressToken: 7,
      'loggia.view': 'v1',
      'loggia.later': 1,
      'io.modelcontextprotocol/protocolVersion': 'x',
      'com.example/kept': true,
    };
    await request('tools/call', { name: 'both', _meta: meta });
    await request('resources/read', { uri: 'ui://a', _meta: { 'loggia.view': 'v1' } });
    expect(connection.asked.map(({ params }) => params)).toEqual([
      { name: 'both', _meta: { 'com.example/kept': true } },
      { uri: 'ui://a' },
    ]);
  });

  test("C2: what a View asks of a model goes to the session's", async () => {
    const asked: unknown[] = [];
    const { request, connection, as } = rig(everything, {
      sampling: async (params, signal) => {
        asked.push(params, signal.aborted);
        return { role: 'assistant' };
      },
    });
    const params = { messages: [], maxTokens: 5, _meta: { 'loggia.view': 'v1' } };
    expect(await request('sampling/createMessage', params, as())).toEqual({ role: 'assistant' });
    expect([asked, connection.asked]).toEqual([[{ messages: [], maxTokens: 5 }, false], []]);
  });

  test('C2: what a View logs stands in the log of its server, and says that it was a View', async () => {
    const { channels, channel, connection, as } = rig();
    const say = (params: Record<string, unknown>) =>
      channels.notify(channel.uri, 'notifications/message', params, as());
    await say({ level: 'warning', data: 'Hm.', _meta: { 'loggia.view': 'v1' } });
    await say({ data: { a: 1 } });
    await say({});
    expect(connection.logs.read().entries).toMatchObject([
      { from: 'server', level: 'warning', text: 'The View v1 says: Hm.' },
      { from: 'server', text: 'A View says: {"a":1}' },
      { from: 'server', text: 'A View says:' },
    ]);
  });
});

describe('tools of Views', () => {
  test('C5: those for Views are listed, in full and in one page', async () => {
    const { request, connection } = rig();
    const listed = { tools: [tools[0], tools[1], tools[4]] };
    expect(await request('tools/list')).toEqual(listed);
    expect(await request('tools/list', { cursor: 'x' })).toEqual(listed);
    expect(connection.asked).toEqual([]);
  });

  test('C5: others are refused without the server hearing of it', async () => {
    const { request, connection, audited } = rig();
    for (const name of ['for-the-model', 'for-the-model-too', 'for-nobody', 'of-another-server']) {
      const error = await failure(request('tools/call', { name }));
      expect(error).toMatchObject({ code: -32602, message: expect.stringContaining(`"${name}"`) });
    }
    for (const params of [{}, { name: 1 }, { name: 'both', arguments: [] }, { name: 'both', arguments: 'x' }])
      expect(await failure(request('tools/call', params))).toMatchObject({ code: -32602 });
    expect(connection.asked).toEqual([]);
    expect(new Set(audited.map(({ decision }) => decision))).toEqual(new Set(['refused']));
  });
});

describe('whose channel it is', () => {
  test('C4: the URI is new each time and cannot be guessed', () => {
    const { channels, connection } = rig();
    const uris = [1, 2, 3].map(
      () =>
        channels.open({
          session,
          customizationId: 'c',
          serverName: 'n',
          definition: 'd',
          connection,
          principal: owner,
        }).uri,
    );
    expect(new Set(uris).size).toBe(3);
    for (const uri of uris) expect(uri).toMatch(/^mcp:\/\/[0-9a-f]{48}$/);
  });

  test('C4: for strangers, for those who render no apps or watch another session, it does not exist', async () => {
    const { channels, channel, request, as, connection } = rig();
    const unknown = await failure(channels.request('mcp://nowhere', 'tools/list', {}, as()));
    expect(unknown).toMatchObject({ code: -32601, message: expect.stringContaining('no such channel') });
    const others = [
      as({ principal: { id: 'stranger', kind: 'local' } }),
      as({ mcpApps: false }),
      as({ watches: (watched) => watched !== session }),
    ];
    for (const other of others) {
      expect(await failure(request('tools/list', {}, other))).toEqual(unknown);
      expect(await failure(channels.notify(channel.uri, 'notifications/message', {}, other))).toEqual(
        unknown,
      );
    }
    expect(connection.logs.read().entries).toEqual([]);
  });

  test('C4: a closed channel serves nobody and lets go of its connection', async () => {
    const { channel, request, connection } = rig();
    channel.close();
    channel.close();
    expect(await failure(request('tools/list'))).toMatchObject({ code: -32601 });
    expect(connection.listeners).toBe(0);
  });
});

describe('what servers say', () => {
  test('C3: changes of lists are passed on where that is advertised, until the channel is closed', () => {
    const told: unknown[] = [];
    const { channels, channel, connection } = rig({
      tools: { listChanged: true },
      resources: { listChanged: false },
    });
    const stop = channels.onNotification((said) => told.push(said));
    for (const change of ['tools', 'resources', 'prompts', 'state', 'facts'] as const)
      connection.changed(change);
    expect(told).toEqual([
      { session, channel: channel.uri, method: 'notifications/tools/list_changed', params: {} },
    ]);
    channel.close();
    connection.changed('tools');
    stop();
    expect(told).toHaveLength(1);
  });

  test("C1: the server's own errors keep their code, message and data", async () => {
    const { request, connection } = rig();
    connection.answer = () => {
      throw new ServerFailure('refused', 'Not here.', { code: -32002, data: { uri: 'ui://a' } });
    };
    expect(await failure(request('resources/read', { uri: 'ui://a' }))).toEqual({
      code: -32002,
      message: 'Not here.',
      data: { uri: 'ui://a' },
    });
  });

  test('B13, C1: a server cannot send clients off to sign in somewhere', async () => {
    const { request, connection } = rig();
    connection.answer = () => {
      throw new ServerFailure('refused', 'Sign in!', {
        code: -32007,
        data: { resources: [{ resource: 'x' }] },
      });
    };
    expect(await failure(request('tools/call', { name: 'both' }))).toEqual({
      code: -32007,
      message: 'Sign in!',
    });
  });

  test('B11: a sign-in that is needed says for what', async () => {
    const { request, connection, audited } = rig();
    connection.answer = () => {
      throw new AuthNeeded({
        reason: 'insufficientScope',
        resource: { resource: 'https://example.test/mcp' },
        requiredScopes: ['write'],
      });
    };
    expect(await failure(request('tools/call', { name: 'both' }))).toMatchObject({
      code: -32007,
      data: {
        resources: [{ resource: 'https://example.test/mcp' }],
        reason: 'insufficientScope',
        requiredScopes: ['write'],
      },
    });
    expect(audited).toMatchObject([{ decision: 'failed' }]);
  });

  test('B5: a server that is gone or too slow is said to be unavailable', async () => {
    for (const kind of ['unavailable', 'timeout'] as const) {
      const { request, connection } = rig();
      connection.answer = () => {
        throw new ServerFailure(kind, 'It has crashed.');
      };
      expect(await failure(request('tools/call', { name: 'both' }))).toEqual({
        code: -32050,
        message: 'It has crashed.',
      });
    }
  });

  test('L5: a channel takes so many requests at a time', async () => {
    const { request, connection } = rig(everything, { maxRequestsAtOnce: 2 });
    let finish = (): void => {};
    const finished = new Promise<void>((resolve) => (finish = resolve));
    connection.answer = () => finished.then(() => ({ fine: true }));
    const running = [request('tools/call', { name: 'both' }), request('tools/call', { name: 'both' })];
    expect(await failure(request('tools/list'))).toMatchObject({ code: -32050 });
    finish();
    expect(await Promise.all(running)).toEqual([{ fine: true }, { fine: true }]);
    expect(await request('tools/list')).toHaveProperty('tools');
  });
});

describe('audit', () => {
  test('C6: every message leaves one record: who, which View, what, how big, how it went', async () => {
    const { request, channels, channel, connection, audited, clock, as } = rig();
    connection.answer = () => {
      clock.advance(25);
      return { content: [{ type: 'text', text: 'ü' }] };
    };
    const params = { name: 'both', arguments: { city: 'Köln' }, _meta: { 'loggia.view': 'v1' } };
    await request('tools/call', params);
    await failure(request('tools/call', { name: 'for-the-model' }));
    connection.answer = () => {
      throw new ServerFailure('unavailable', 'It has crashed.');
    };
    await failure(request('resources/read', { uri: 'ui://a' }));
    await channels.notify(channel.uri, 'notifications/message', { data: 'x' }, as());
    await failure(channels.request('mcp://nowhere', 'tools/list', {}, as({ clientId: 'other' })));
    const common = {
      session,
      server: 'server-1',
      serverName: 'Weather',
      by: 'view',
      principal: 'owner',
      clientId: 'shell',
      durationMs: 0,
    };
    expect(audited).toEqual([
      {
        ...common,
        view: 'v1',
        method: 'tools/call',
        target: 'both',
        decision: 'allowed',
        allowedBy: 'client',
        // As the server receives them.
        requestBytes: Buffer.byteLength(JSON.stringify({ name: 'both', arguments: { city: 'Köln' } })),
        responseBytes: Buffer.byteLength('{"content":[{"type":"text","text":"ü"}]}'),
        durationMs: 25,
      },
      {
        ...common,
        method: 'tools/call',
        target: 'for-the-model',
        decision: 'refused',
        reason: expect.stringContaining('not for Views'),
        requestBytes: 24,
      },
      {
        ...common,
        method: 'resources/read',
        target: 'ui://a',
        decision: 'failed',
        reason: 'It has crashed.',
        requestBytes: 16,
      },
      { ...common, method: 'notifications/message', decision: 'allowed', requestBytes: 12 },
      {
        server: 'unknown',
        serverName: 'unknown',
        by: 'view',
        principal: 'owner',
        clientId: 'other',
        method: 'tools/list',
        decision: 'refused',
        reason: expect.stringContaining('no such channel'),
        requestBytes: 2,
        durationMs: 0,
      },
    ]);
  });

  test('C6: no argument and no result is kept', async () => {
    const { request, connection, audited } = rig();
    connection.answer = () => ({ content: [{ type: 'text', text: 'hidden-result' }] });
    await request('tools/call', { name: 'both', arguments: { password: 'hidden-argument' } });
    expect(JSON.stringify(audited)).not.toContain('hidden');
  });
});

test('C4, E1: what is behind a channel is told to whoever may speak on it, and to nobody else', () => {
  const { channels, channel, connection, as } = rig();
  const found = channels.behind(channel.uri, as());
  expect(found).toMatchObject({ session, customizationId: 'server-1', serverName: 'Weather', connection });
  const refused = [
    as({ mcpApps: false }),
    as({ watches: () => false }),
    as({ principal: { id: 'somebody', kind: 'local' } }),
  ];
  for (const caller of refused) expect(() => channels.behind(channel.uri, caller)).toThrow(/no such channel/);
  expect(() => channels.behind('mcp://guessed', as())).toThrow(/no such channel/);
  channel.close();
  expect(() => channels.behind(channel.uri, as())).toThrow(/no such channel/);
});
