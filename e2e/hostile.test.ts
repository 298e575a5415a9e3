import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSession } from '@loggia/client';
import { errorNameOf } from '@loggia/protocol';
import { SeededRandom } from '@loggia/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Fuzzer } from './src/process/fuzzer.ts';
import { DataDirectory, HostProcess, type Endpoint } from './src/process/host-process.ts';
import { rawRequest, upgradeStatus } from './src/process/raw-request.ts';
import { RawSocket } from './src/process/raw-socket.ts';
import { TappedClient } from './src/process/tapped-client.ts';
import { until } from './src/process/until.ts';

const mebibyte = 1024 * 1024;
const user = (text: string) => ({ text, origin: { kind: 'user' as const } });
const started = (turnId: string, text: string) => ({
  type: 'chat/turnStarted' as const,
  turnId,
  startedAt: '2026-01-01T00:00:00.000Z',
  message: user(text),
});

// One host bears all of it, in order: what one test does to it must not show in the next.
const data = new DataDirectory({ maxFrameBytes: mebibyte }, { delayMs: 1 });
let host: HostProcess;
let endpoint: Endpoint;

beforeAll(async () => {
  host = await HostProcess.start(data);
  ({ endpoint } = host);
});

afterAll(async () => {
  await host[Symbol.asyncDispose]();
  data[Symbol.dispose]();
});

describe('L5: what is no message', () => {
  test.each<[string, string, object]>([
    ['no JSON', '{"jsonrpc":', { code: -32700, message: expect.stringContaining('not JSON') }],
    ['nothing', '', { code: -32700 }],
    ['a batch', '[]', { code: -32600, message: expect.stringContaining('batches') }],
    ['a number', '7', { code: -32600 }],
    ['null', 'null', { code: -32600 }],
    ['another version', '{"jsonrpc":"1.0","id":1,"method":"ping"}', { code: -32600 }],
    ['no method', '{"jsonrpc":"2.0"}', { code: -32600, message: expect.stringContaining('"method"') }],
    ['a method that is no text', '{"jsonrpc":"2.0","method":7}', { code: -32600 }],
    ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"ping"}', { code: -32600 }],
    [
      'a message that nests too deep',
      `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`,
      { code: -32600, message: expect.stringContaining('nests deeper') },
    ],
    ['brackets without end', '['.repeat(500_000), { code: -32600 }],
  ])('%s is answered, and the connection stays', async (_what, frame, error) => {
    using socket = await RawSocket.open(endpoint);
    socket.send(frame);
    expect(await socket.complaint()).toMatchObject(error);
    expect(await socket.ask('ping', { channel: 'ahp-root://' })).toMatchObject({ result: null });
  });

  test('parameters that are no object', async () => {
    using socket = await RawSocket.open(endpoint);
    socket.json({ jsonrpc: '2.0', id: 'x', method: 'initialize', params: [1] });
    expect(await socket.answer('x')).toMatchObject({ error: { code: -32602 } });
  });

  test('a binary frame is answered', async () => {
    using socket = await RawSocket.open(endpoint);
    socket.send(Buffer.from('{}'), { binary: true });
    expect(await socket.complaint()).toMatchObject({ code: -32600 });
  });

  test('a frame that is too large ends the connection with 1009', async () => {
    using socket = await RawSocket.open(endpoint);
    socket.send('x'.repeat(mebibyte + 1));
    expect(await socket.closing()).toMatchObject({ code: 1009 });
  });

  test('text that is not UTF-8 ends the connection with 1007', async () => {
    using socket = await RawSocket.open(endpoint);
    socket.send(Buffer.from([0x22, 0xc3, 0x28, 0x22]));
    expect(await socket.closing()).toMatchObject({ code: 1007 });
  });
});

describe('L5: a handshake out of order', () => {
  test.each(['subscribe', 'createSession', 'listSessions', 'nonsense'])('%s comes first', async (method) => {
    using socket = await RawSocket.open(endpoint);
    expect(await socket.ask(method, { channel: 'ahp-root://' })).toMatchObject({ error: { code: -32600 } });
  });

  test('notifications before it are passed over', async () => {
    using socket = await RawSocket.open(endpoint);
    socket.notify('dispatchAction', {
      channel: 'ahp-root://',
      clientSeq: 1,
      action: { type: 'root/configChanged' },
    });
    socket.notify('unsubscribe', { channel: 'ahp-root://' });
    expect(await socket.hello('early')).toMatchObject({ protocolVersion: '1.0.0' });
  });

  test('a second one is refused, and the first holds', async () => {
    using socket = await RawSocket.open(endpoint);
    await socket.hello('twice');
    const again = { channel: 'ahp-root://', protocolVersions: ['1.0.0'], clientId: 'twice' };
    expect(await socket.ask('initialize', again)).toMatchObject({ error: { code: -32600 } });
    const reconnect = { channel: 'ahp-root://', clientId: 'twice', lastSeenServerSeq: 0, subscriptions: [] };
    expect(await socket.ask('reconnect', reconnect)).toMatchObject({ error: { code: -32600 } });
    expect(await socket.ask('listSessions', { channel: 'ahp-root://' })).toHaveProperty('result.items');
  });

  test.each<[string, object]>([
    ['no clientId', { protocolVersions: ['1.0.0'] }],
    ['an empty clientId', { protocolVersions: ['1.0.0'], clientId: '' }],
    ['a clientId that is a number', { protocolVersions: ['1.0.0'], clientId: 7 }],
    ['a clientId that is too long', { protocolVersions: ['1.0.0'], clientId: 'x'.repeat(257) }],
    ['no versions', { clientId: 'c' }],
    ['versions that are no list', { protocolVersions: '1.0.0', clientId: 'c' }],
    ['a version that is none', { protocolVersions: ['latest'], clientId: 'c' }],
    [
      'subscriptions that are no list',
      { protocolVersions: ['1.0.0'], clientId: 'c', initialSubscriptions: {} },
    ],
  ])('%s: −32602, and another try is possible', async (_what, params) => {
    using socket = await RawSocket.open(endpoint);
    expect(await socket.ask('initialize', { channel: 'ahp-root://', ...params })).toMatchObject({
      error: { code: -32602 },
    });
    expect(await socket.hello('tries again')).toMatchObject({ protocolVersion: '1.0.0' });
  });

  test('no version in common: −32005 with what there is, then 4005', async () => {
    using socket = await RawSocket.open(endpoint);
    const params = { channel: 'ahp-root://', protocolVersions: ['7.0.0'], clientId: 'c' };
    expect(await socket.ask('initialize', params)).toMatchObject({
      error: { code: -32005, data: { supportedVersions: expect.any(Array) as string[] } },
    });
    expect(await socket.closing()).toMatchObject({ code: 4005 });
  });
});

describe('L5: numbers and names that do not fit', () => {
  test('a client that nobody knows cannot reconnect, and can introduce itself on the same connection', async () => {
    using socket = await RawSocket.open(endpoint);
    const params = {
      channel: 'ahp-root://',
      clientId: 'a stranger',
      lastSeenServerSeq: 1,
      subscriptions: [],
    };
    expect(await socket.ask('reconnect', params)).toMatchObject({ error: { code: -32008 } });
    expect(await socket.hello('a stranger')).toMatchObject({ protocolVersion: '1.0.0' });
  });

  test('whoever comes with the id of another connection ends that one with 4001', async () => {
    using older = await RawSocket.open(endpoint);
    await older.hello('doppelgänger');
    using newer = await RawSocket.open(endpoint);
    await newer.hello('doppelgänger');
    expect(await older.closing()).toMatchObject({ code: 4001 });
    expect(await newer.ask('ping', {})).toMatchObject({ result: null });
  });

  test.each<[string, unknown, object]>([
    ['below zero', -1, { error: { code: -32602 } }],
    ['a fraction', 1.5, { error: { code: -32602 } }],
    ['text', '1', { error: { code: -32602 } }],
    ['of the future', 1_000_000_000, { result: { type: 'snapshot' } }],
    ['of the far future', Number.MAX_SAFE_INTEGER, { result: { type: 'snapshot' } }],
    ['zero', 0, { result: { type: 'snapshot' } }],
  ])('a last seen number %s', async (_what, lastSeenServerSeq, answer) => {
    using first = await RawSocket.open(endpoint);
    await first.hello('counts');
    using socket = await RawSocket.open(endpoint);
    const params = {
      channel: 'ahp-root://',
      clientId: 'counts',
      lastSeenServerSeq,
      subscriptions: ['ahp-root://'],
    };
    expect(await socket.ask('reconnect', params)).toMatchObject(answer);
  });

  test('an old number is answered with what came after it', async () => {
    using socket = await RawSocket.open(endpoint);
    const { serverSeq } = await socket.hello('remembers');
    const { session } = await socket.session('ahp-session:/remembered');
    const before = (await socket.ask('subscribe', { channel: session }))['result'].snapshot.fromSeq as number;
    socket.notify('dispatchAction', {
      channel: session,
      clientSeq: 1,
      action: { type: 'session/titleChanged', title: 'Remembered' },
    });
    await socket.echo(1);
    using again = await RawSocket.open(endpoint);
    const params = { channel: 'ahp-root://', clientId: 'remembers', subscriptions: [session] };
    expect(await again.ask('reconnect', { ...params, lastSeenServerSeq: before })).toMatchObject({
      result: {
        type: 'replay',
        actions: [{ action: { title: 'Remembered' } }, { action: { type: 'session/chatUpdated' } }],
        missing: [],
      },
    });
    // Before the session was there, it knew another one of that name, or none.
    using older = await RawSocket.open(endpoint);
    expect(await older.ask('reconnect', { ...params, lastSeenServerSeq: serverSeq as number })).toMatchObject(
      {
        result: { type: 'snapshot' },
      },
    );
  });

  test.each<[string, number]>([
    ['used before', 5],
    ['below zero', -7],
    ['out of order', 1],
  ])('an action whose own number is %s is answered under that number', async (_what, clientSeq) => {
    using socket = await RawSocket.open(endpoint);
    await socket.hello('numbers');
    const { session } = await socket.session(`ahp-session:/numbers-${clientSeq}`);
    const action = (title: string) => ({ type: 'session/titleChanged', title });
    socket.notify('dispatchAction', { channel: session, clientSeq: 5, action: action('first') });
    await socket.echo(5);
    socket.received.length = 0;
    socket.notify('dispatchAction', { channel: session, clientSeq, action: action('second') });
    expect(await socket.echo(clientSeq)).toMatchObject({ action: { title: 'second' } });
  });

  test('channels and methods that do not exist', async () => {
    using socket = await RawSocket.open(endpoint);
    await socket.hello('lost');
    const code = async (method: string, params: object) =>
      (await socket.ask(method, params))['error']?.code as number;
    expect(await code('nonsense', { channel: 'ahp-root://' })).toBe(-32601);
    expect(await code('toString', { channel: 'ahp-root://' })).toBe(-32601);
    expect(await code('__proto__', { channel: 'ahp-root://' })).toBe(-32601);
    expect(await code('subscribe', { channel: 'ahp-session:/nowhere' })).toBe(-32001);
    expect(await code('subscribe', { channel: 'ahp-chat:/nowhere' })).toBe(-32001);
    expect(await code('subscribe', { channel: 'ahp-terminal:/nowhere' })).toBe(-32008);
    expect(await code('subscribe', { channel: 7 })).toBe(-32602);
    expect(await code('subscribe', { channel: 'ahp-root://', view: { turns: -1 } })).toBe(-32602);
    expect(await code('fetchTurns', { channel: 'ahp-chat:/nowhere' })).toBe(-32001);
    expect(await code('disposeSession', { channel: 'ahp-session:/nowhere' })).toBe(-32001);
    expect(await code('createSession', { channel: 'ahp-session:/p', provider: 'nobody' })).toBe(-32002);
    expect(await code('listSessions', { channel: 'ahp-root://', cursor: 'made up' })).toBe(-32602);
    expect(await code('resourceRead', { channel: 'ahp-root://', uri: 'file:///etc/passwd' })).toBe(-32009);
    expect(await code('authenticate', { channel: 'ahp-root://', resource: '' })).toBe(-32602);
    // In silence, as the protocol wants it.
    socket.received.length = 0;
    socket.notify('dispatchAction', {
      channel: 'ahp-chat:/nowhere',
      clientSeq: 1,
      action: started('t', 'hi'),
    });
    socket.notify('dispatchAction', { channel: 7, clientSeq: 'x', action: null });
    socket.notify('unsubscribe', { channel: 'ahp-chat:/nowhere' });
    socket.notify('nonsense', {});
    await socket.ask('ping', {});
    expect(socket.received).toHaveLength(1);
  });

  test('what may not be done comes back to its sender alone, with a reason', async () => {
    using socket = await RawSocket.open(endpoint);
    await socket.hello('tries');
    const { session, chat } = await socket.session('ahp-session:/tried');
    using other = await RawSocket.open(endpoint);
    await other.hello('watches', { initialSubscriptions: [session, chat] });
    const attempts: [string, object][] = [
      [session, { type: 'session/ready' }],
      [session, { type: 'session/titleChanged', title: '' }],
      [session, { type: 'session/titleChanged', title: 7 }],
      [session, { type: 'session/activeClientSet', activeClient: { clientId: 'watches', tools: [] } }],
      [session, { type: 'session/activeClientRemoved', clientId: 'watches' }],
      [session, started('t', 'on the wrong channel')],
      [session, { type: 'x-nobody/knows' }],
      [chat, { type: 'chat/delta', turnId: 't', partId: 'p', content: 'as the agent' }],
      [chat, { type: 'chat/turnCancelled', turnId: 'none', duration: 0 }],
      [chat, { type: 'chat/turnStarted' }],
      [chat, { ...started('t', 'as the agent'), message: { text: 'x', origin: { kind: 'agent' } } }],
      ['ahp-root://', { type: 'root/agentsChanged', agents: [] }],
    ];
    other.received.length = 0;
    for (const [index, [channel, action]] of attempts.entries()) {
      socket.notify('dispatchAction', { channel, clientSeq: index + 1, action });
      const echo = await socket.echo(index + 1);
      expect([action, echo]).toEqual([
        action,
        expect.objectContaining({ rejectionReason: expect.stringMatching(/\w{3}/) }),
      ]);
    }
    await other.ask('ping', {});
    expect(other.received.filter(({ method }) => method === 'action')).toEqual([]);
  });
});

const bearer = 'Authorization: Bearer TOKEN';

describe('L5: at the endpoint', () => {
  test.each<[string, Parameters<typeof upgradeStatus>[1], number]>([
    ['no token', { path: '/ahp' }, 401],
    ['a wrong token in a header', { headers: ['Authorization: Bearer wrong'] }, 403],
    ['a token twice', { headers: ['Authorization: Bearer TOKEN', 'Authorization: Bearer TOKEN'] }, 101],
    ['a wrong ticket', { path: '/ahp?ticket=wrong' }, 403],
    ['a page from elsewhere', { headers: [bearer, 'Origin: https://evil.example'] }, 403],
    ['a page from nowhere', { headers: [bearer, 'Origin: null'] }, 403],
    ['a name that is not ours', { headers: [bearer], host: 'rebound.example' }, 403],
    ['another path', { path: '/elsewhere', headers: [bearer] }, 404],
    ['all in order', { headers: [bearer] }, 101],
    ['a token in the address', { path: '/ahp?token=TOKEN' }, 401],
    ['another spelling', { path: '/ahp?tkn=TOKEN', headers: [bearer] }, 401],
  ])('%s', async (_what, options, status) => {
    const path = options?.path?.replace('TOKEN', endpoint.token);
    const headers = options?.headers?.map((header) => header.replace('TOKEN', endpoint.token)) ?? [];
    const line = await upgradeStatus(endpoint.http, { ...options, headers, ...(path && { path }) });
    expect(line).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  test('garbage instead of HTTP', async () => {
    const random = new SeededRandom(1);
    const noise = Buffer.from(Array.from({ length: 4_096 }, () => random.between(0, 255)));
    const pieces = [
      noise,
      '\r\n\r\n',
      'GET',
      'GET / HTTP/9.9\r\n\r\n',
      `GET /${'a'.repeat(100_000)} HTTP/1.1\r\n\r\n`,
    ];
    for (const piece of [
      ...pieces,
      `GET / HTTP/1.1\r\n${'X: y\r\n'.repeat(10_000)}\r\n`,
      '\u0016\u0003\u0001\u0002',
    ]) {
      const answer = await rawRequest(endpoint.http, piece, 300);
      expect(answer === '' || answer.startsWith('HTTP/1.1 4')).toBe(true);
    }
    expect(await host.health()).toMatchObject({ status: 'ok' });
  });

  test('sockets that say nothing, or half of something, keep nobody else out', async () => {
    const { port, hostname } = new URL(endpoint.http);
    const halves = [
      '',
      'GET /ahp HT',
      `GET /ahp?token=${endpoint.token} HTTP/1.1\r\nHost: x\r\nUpgrade: web`,
    ];
    const sockets = Array.from({ length: 150 }, (_, index) => {
      const socket = net.connect(Number(port), hostname);
      socket.on('error', () => undefined);
      socket.write(halves[index % halves.length] ?? '');
      return socket;
    });
    using silent = await RawSocket.open(endpoint);
    expect(await host.health()).toMatchObject({ status: 'ok' });
    using client = await RawSocket.open(endpoint);
    expect(await client.hello('gets through')).toMatchObject({ protocolVersion: '1.0.0' });
    for (const socket of sockets) socket.destroy();
    expect(silent.isOpen).toBe(true);
  });

  test('a thousand connections that come and go', { timeout: 60_000 }, async () => {
    for (let round = 0; round < 20; round++) {
      await Promise.all(
        Array.from({ length: 50 }, async (_, index) => {
          using socket = await RawSocket.open(endpoint);
          if (index % 3 === 0) await socket.hello(`visitor-${index}`);
          if (index % 3 === 1) socket.send('{"jsonrpc":"2.0","id":1,"method":"initialize","params":{');
        }),
      );
    }
    expect(await host.health()).toMatchObject({ status: 'ok' });
  });
});

describe('L5: ten thousand frames that went wrong on the way', () => {
  const frames = 10_000;
  const connections = 8;
  /** By connection; the others speak 1.0. */
  const versions: Readonly<Record<number, string>> = { 1: '0.9.0', 2: '0.3.0', 3: '0.3.0' };

  test('every request among them is answered once and by the book', { timeout: 120_000 }, async () => {
    using owner = await RawSocket.open(endpoint);
    await owner.hello('owner');
    const { session, chat } = await owner.session('ahp-session:/fuzzed');
    const root = { channel: 'ahp-root://' };
    const request = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params });
    const action = (channel: string, dispatched: object) => ({
      jsonrpc: '2.0',
      method: 'dispatchAction',
      params: { channel, clientSeq: 1, action: dispatched },
    });
    const samples = [
      request('ping', root),
      request('subscribe', { channel: chat, view: { turns: 3 }, delivery: { maxLatencyMs: 10 } }),
      request('subscribe', { channel: session }),
      request('listSessions', { ...root, limit: 5 }),
      request('createSession', {
        channel: 'ahp-session:/from-the-fuzzer',
        activeClient: { clientId: 'x', tools: [] },
      }),
      request('createChat', {
        channel: session,
        chat: 'ahp-chat:/from-the-fuzzer',
        initialMessage: user('hello'),
      }),
      request('disposeChat', { channel: 'ahp-chat:/from-the-fuzzer' }),
      request('fetchTurns', { channel: chat, cursor: 'before:t' }),
      request('reconnect', {
        ...root,
        clientId: 'fuzz',
        lastSeenServerSeq: 3,
        subscriptions: [session, chat],
      }),
      request('initialize', { ...root, protocolVersions: ['1.0.0', '0.9.0', '0.3.0'], clientId: 'fuzz' }),
      request('resourceList', { ...root, uri: 'file:///' }),
      request('resourceWrite', { ...root, uri: 'file:///etc/x', data: 'x', encoding: 'utf-8' }),
      request('resourceRead', { ...root, uri: 'file:///etc/passwd' }),
      request('createResourceWatch', { ...root, uri: 'file:///', recursive: true }),
      request('authenticate', { ...root, resource: 'https://api.example', token: 'secret', scopes: ['a'] }),
      request('completions', { channel: chat, kind: 'userMessage', text: 'a', offset: 1 }),
      request('x-loggia/searchSessions', { ...root, query: 'a' }),
      { jsonrpc: '2.0', method: 'unsubscribe', params: { channel: chat } },
      { jsonrpc: '2.0', id: 1, result: { data: 'an answer that nobody asked for' } },
      { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'no' } },
      action(session, { type: 'session/titleChanged', title: 'Fuzzed' }),
      action(session, {
        type: 'session/activeClientSet',
        activeClient: { clientId: 'fuzz', tools: [{ name: 'look' }] },
      }),
      action(chat, started('t', '/think of something')),
      action(chat, { type: 'chat/turnCancelled', turnId: 't', duration: 1 }),
      action(chat, { type: 'chat/pendingMessageSet', kind: 'queued', id: 'q', message: user('later') }),
      action(chat, { type: 'chat/draftChanged', draft: { ...user('draft'), attachments: [] } }),
      action(chat, { type: 'chat/truncated', turnId: 't' }),
      action(chat, { type: 'chat/queuedMessagesReordered', order: ['q'] }),
      // In the words of 0.3, and of 0.1.
      request('createSession', {
        channel: 'ahp-session:/old',
        workingDirectory: 'file:///w',
        model: { id: 'echo-1' },
      }),
      request('fetchTurns', { channel: session, before: 't', limit: 3 }),
      request('listSessions', {}),
      action(session, { type: 'session/turnStarted', turnId: 't', message: user('an old one') }),
      action(session, { type: 'session/turnCancelled', turnId: 't' }),
      action(session, { type: 'session/truncated', turnId: 't' }),
      action(session, { type: 'session/modelChanged', model: { id: 'echo-1' } }),
      action(session, { type: 'session/activeClientChanged', activeClient: null }),
      action(session, { type: 'session/customizationToggled', uri: 'file:///plugin', enabled: true }),
      action(session, { type: 'session/toolCallConfirmed', turnId: 't', toolCallId: 'c', approved: true }),
      action(session, {
        type: 'session/pendingMessageSet',
        kind: 'queued',
        id: 'q',
        userMessage: { text: 'x' },
      }),
      {
        jsonrpc: '2.0',
        method: 'dispatchAction',
        params: { clientSeq: 1, action: { type: 'session/titleChanged', session, title: 'x' } },
      },
    ];
    const random = new SeededRandom(Number(process.env['LOGGIA_SEED'] ?? 10_000));
    const fuzzer = new Fuzzer(random, samples);
    const sockets: RawSocket[] = [];
    const used: RawSocket[] = [];
    const expected = new Map<RawSocket, (number | string)[]>();
    let reopened = 0;
    try {
      for (let count = 1; count <= frames; count++) {
        const slot = count % connections;
        let socket = sockets[slot];
        if (!socket?.isOpen) {
          socket = await RawSocket.open(endpoint);
          await socket.hello(`fuzz-${slot}`, { protocolVersions: [versions[slot] ?? '1.0.0'] });
          sockets[slot] = socket;
          used.push(socket);
          reopened += 1;
        }
        const id = count + 1_000;
        // Bytes that are not text end their connection, along with everything sent after them.
        const frame = slot === 0 ? fuzzer.bytes(id) : fuzzer.text(id);
        const wanted = answeredId(frame.toString());
        if (wanted !== undefined) expected.set(socket, [...(expected.get(socket) ?? []), wanted]);
        socket.send(frame);
        if (count % 200 === 0) await sleep(1);
      }
      // They are handled in order: when the last one is answered, all are.
      for (const socket of sockets) {
        if (socket.isOpen) socket.json({ jsonrpc: '2.0', id: 'last', method: 'ping', params: {} });
        await until(
          'the last one is answered',
          () => socket.closed ?? socket.received.some(({ id }) => id === 'last'),
        );
      }

      let answered = 0;
      for (const socket of used) {
        const answers = socket.received.filter((message) => 'id' in message && !('method' in message));
        const errors = answers.flatMap(({ error }) => (error ? [error as { code: number }] : []));
        expect(errors.filter(({ code }) => [undefined, 'InternalError'].includes(errorNameOf(code)))).toEqual(
          [],
        );
        if (socket.closed) continue;
        const wanted = expected.get(socket) ?? [];
        expect(answers.flatMap(({ id }) => (id === null ? [] : String(id))).toSorted()).toEqual(
          [...wanted, 1, 'last'].map(String).toSorted(),
        );
        answered += wanted.length;
      }
      // Not vacuous: many of them were requests, and many connections outlived them.
      expect(answered).toBeGreaterThan(2_000);
      expect(reopened).toBeGreaterThan(connections);
    } finally {
      for (const socket of used) socket[Symbol.dispose]();
    }
    expect(await host.health()).toMatchObject({ status: 'ok' });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

/** The id under which the text must be answered, if it is anything that is. */
function answeredId(text: string): number | string | undefined {
  let message: Record<string, unknown>;
  try {
    message = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
  if (typeof message !== 'object' || message === null || message['jsonrpc'] !== '2.0') return undefined;
  const { id, method } = message;
  const isAnswer = method === undefined && ('result' in message || 'error' in message);
  return isAnswer || (typeof id !== 'number' && typeof id !== 'string') ? undefined : id;
}

test(
  'L5: who stops reading is dropped with 4008, costs a bounded amount of memory, and nobody else notices',
  { timeout: 90_000 },
  async () => {
    const before = host.residentBytes;
    using writer = new TappedClient('writer', () => endpoint);
    const session = await createSession(writer.ahp);
    const sessionView = writer.ahp.session(session);
    await sessionView.ready;
    const chat = writer.ahp.chat(sessionView.state?.defaultChat ?? '');
    await chat.ready;
    using slow = await RawSocket.open(endpoint);
    await slow.hello('slow', { initialSubscriptions: [chat.uri] });
    slow.socket.pause();

    let heard = 0;
    let peak = 0;
    chat.onAction(({ action }) => {
      if (action.type === 'chat/delta') heard += action.content.length;
    });
    chat.dispatch(started('long', `/forever ${'x'.repeat(50_000)}`));
    await until(
      'the one who reads has heard enough',
      () => {
        peak = Math.max(peak, host.residentBytes);
        return heard > 40 * mebibyte;
      },
      60_000,
    );
    slow.socket.resume();
    const { code } = await slow.closing();
    chat.dispatch({ type: 'chat/turnCancelled', turnId: 'long', duration: 1 });
    await until('the turn is over', () => chat.confirmed?.activeTurn === undefined);

    expect(writer.reconnects).toEqual([]);
    // The goodbye reaches those only who read on soon enough.
    expect([4008, 1006]).toContain(code);
    expect(peak - before).toBeLessThan(400 * mebibyte);
    await writer.ahp.request('disposeSession', { channel: session });
  },
);

test('L5: after all that, the host is well, and a client can work', async () => {
  expect(await host.health()).toMatchObject({ status: 'ok' });
  using client = new TappedClient('a clean one', () => endpoint);
  const session = await createSession(client.ahp);
  const view = client.ahp.session(session);
  await view.ready;
  const chat = client.ahp.chat(view.state?.defaultChat ?? '');
  await chat.ready;
  chat.dispatch(started('hello', 'how are you'));
  await until('the agent has answered', () => chat.confirmed?.turns.length === 1);
  expect(chat.confirmed?.turns[0]).toMatchObject({
    state: 'complete',
    responseParts: [{ kind: 'markdown', content: 'how are you ' }],
  });
  expect(client.problems).toEqual([]);
  expect(host.residentBytes).toBeLessThan(600 * mebibyte);
  expect(host.loggedErrors).toEqual([]);
  expect(await host.terminate()).toEqual({ code: 0, signal: null });
});
