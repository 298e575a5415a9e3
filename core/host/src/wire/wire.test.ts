import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { EngineOptions } from '../compose/engine.ts';
import { command } from '../commands/table.ts';
import { engine, RawClient, stopEngines, type Json } from './raw-client.testkit.ts';

afterEach(stopEngines);

async function withSession(options: Partial<EngineOptions> = {}, hello: Json = {}) {
  const host = await engine(options);
  const client = new RawClient(host);
  await client.hello('c1', hello);
  const session = 'ahp-session:/s';
  expect((await client.request('createSession', { channel: session }))['result']).toBeNull();
  const { result } = await client.request('subscribe', { channel: session });
  const chat = result.snapshot.state.defaultChat as string;
  if (result.snapshot.state.lifecycle !== 'ready')
    await client.until(({ params }) => params?.action?.type === 'session/ready');
  client.received.length = 0;
  return { host, client, session, chat };
}

const started = { type: 'chat/turnStarted', startedAt: '2026-01-01T00:00:00.000Z' };
const user = (text: string) => ({ text, origin: { kind: 'user' } });

describe('handshake', () => {
  test('A1: the highest offered version in range is answered as that exact string', async () => {
    const client = new RawClient(await engine());
    const result = await client.hello('c1', { protocolVersions: ['0.9.3', '1.4.2', '1.0.0'] });
    expect(result).toMatchObject({
      protocolVersion: '1.4.2',
      snapshots: [],
      serverInfo: { name: 'Loggia' },
      completionTriggerCharacters: ['/', '@'],
    });
  });

  test('A1: no common version is −32005 with what is supported, and then the end', async () => {
    const client = new RawClient(await engine());
    const answer = await client.request('initialize', {
      channel: 'ahp-root://',
      protocolVersions: ['2.0.0', '0.4.0'],
      clientId: 'c',
    });
    expect(answer['error']).toMatchObject({
      code: -32005,
      data: { supportedVersions: ['1.0.0', '0.10.0', '0.9.0', '0.3.0'] },
    });
    await expect.poll(() => client.closing).toMatchObject({ code: 4005 });
  });

  test('A1: a malformed version is named and nothing is closed', async () => {
    const client = new RawClient(await engine());
    const answer = await client.request('initialize', {
      channel: 'ahp-root://',
      protocolVersions: ['1.0'],
      clientId: 'c',
    });
    expect(answer['error']).toMatchObject({ code: -32602, message: expect.stringContaining('"1.0"') });
    expect(client.closing).toBeUndefined();
  });

  test('L5: ping works at any time, everything else waits for the handshake, which happens once', async () => {
    const client = new RawClient(await engine());
    expect((await client.request('ping'))['result']).toBeNull();
    expect((await client.request('listSessions'))['error']).toMatchObject({ code: -32600 });
    await client.hello();
    expect(
      (await client.request('initialize', { protocolVersions: ['1.0.0'], clientId: 'c1' }))['error'],
    ).toMatchObject({ code: -32600 });
  });

  test('A1: a clientId belongs to whoever came with it first', async () => {
    const host = await engine();
    await new RawClient(host).hello('mine');
    const thief = new RawClient(host, { id: 'somebody', kind: 'local' });
    const answer = await thief.request('initialize', { protocolVersions: ['1.0.0'], clientId: 'mine' });
    expect(answer['error']).toMatchObject({ code: -32009 });
    const reconnect = await thief.request('reconnect', {
      clientId: 'mine',
      lastSeenServerSeq: 0,
      subscriptions: [],
    });
    expect(reconnect['error']).toMatchObject({ code: -32009 });
  });

  test('A5: the newest connection of a client replaces the older one', async () => {
    const host = await engine();
    const first = new RawClient(host);
    await first.hello('c1');
    const second = new RawClient(host);
    await second.hello('c1');
    expect(first.closing).toMatchObject({ code: 4001 });
    expect(second.closing).toBeUndefined();
  });

  test('A4: a reconnect by a stranger fails without binding the connection, so initialize still works on it', async () => {
    const client = new RawClient(await engine());
    const answer = await client.request('reconnect', {
      clientId: 'new',
      lastSeenServerSeq: 3,
      subscriptions: [],
    });
    expect(answer['error']).toMatchObject({ code: -32008 });
    expect(await client.hello('new')).toMatchObject({ protocolVersion: '1.0.0' });
  });

  test('A2: initial subscriptions that do not exist are passed over', async () => {
    const client = new RawClient(await engine());
    const { snapshots } = await client.hello('c1', {
      initialSubscriptions: ['ahp-root://', 'ahp-session:/none'],
    });
    expect(snapshots).toMatchObject([{ resource: 'ahp-root://', state: { agents: [{ provider: 'echo' }] } }]);
  });
});

describe('what is malformed', () => {
  test.each([
    ['not JSON', '{"jsonrpc"', -32700],
    ['a batch', '[]', -32600],
    ['a string', '"hello"', -32600],
    ['another version of JSON-RPC', '{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600],
    ['no method', '{"jsonrpc":"2.0","id":1}', -32600],
    ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600],
    ['parameters that are a list', '{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}', -32602],
    [
      'deep nesting',
      `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'{"a":'.repeat(200)}1${'}'.repeat(200)}}`,
      -32600,
    ],
  ])('L5: %s gets its answer', async (_what, text, code) => {
    const client = new RawClient(await engine());
    await client.hello();
    client.received.length = 0;
    client.raw(text);
    const answer = await client.until((message) => 'error' in message);
    expect(answer['error'].code).toBe(code);
    expect((await client.request('ping'))['result']).toBeNull();
  });

  test('L5: binary frames, unknown methods and wrong parameters are told apart', async () => {
    const client = new RawClient(await engine());
    await client.hello();
    client.binary();
    expect((await client.until(({ error }) => error !== undefined))['error'].code).toBe(-32600);
    expect((await client.request('makeCoffee'))['error'].code).toBe(-32601);
    expect(
      (await client.request('moveChat', { channel: 'ahp-chat:/x', destination: { kind: 'newSession' } }))[
        'error'
      ].code,
    ).toBe(-32001);
    expect((await client.request('createChat', { channel: 'ahp-session:/x' }))['error']).toMatchObject({
      code: -32602,
      message: expect.stringContaining('"chat"'),
    });
    expect((await client.request('subscribe', { channel: 'ahp-session:/none' }))['error'].code).toBe(-32001);
    expect((await client.request('subscribe', { channel: 'x-other:/none' }))['error'].code).toBe(-32008);
    expect((await client.request('listSessions', { cursor: 'x' }))['error'].code).toBe(-32602);
    expect((await client.request('disposeSession', { channel: 'ahp-session:/none' }))['error'].code).toBe(
      -32001,
    );
  });
});

describe('actions', () => {
  test('A3: a valid action is echoed to its sender and to everybody who watches', async () => {
    const { host, client, session } = await withSession();
    const other = new RawClient(host);
    await other.hello('c2', { initialSubscriptions: [session] });
    const seq = client.dispatch(session, { type: 'session/titleChanged', title: 'Mine' });
    const echo = await client.echo(seq);
    expect(echo).toMatchObject({
      channel: session,
      action: { title: 'Mine' },
      origin: { clientId: 'c1', clientSeq: seq },
    });
    expect(await other.echo(seq)).toEqual(echo);
  });

  test('A3: a refused action comes back to its sender alone, with a reason, and leaves no trace', async () => {
    const { host, client, session } = await withSession();
    const other = new RawClient(host);
    await other.hello('c2', { initialSubscriptions: [session] });
    const before = host.kernel.seq;
    const seq = client.dispatch(session, { type: 'session/ready' });
    expect(await client.echo(seq)).toMatchObject({
      action: { type: 'session/ready' },
      rejectionReason: expect.stringContaining('Only the host'),
    });
    const wrong = client.dispatch(session, { type: 'session/titleChanged', title: 7 });
    expect(await client.echo(wrong)).toMatchObject({ rejectionReason: expect.stringContaining('title') });
    const unknown = client.dispatch(session, { type: 'session/flyAway' });
    expect(await client.echo(unknown)).toMatchObject({
      rejectionReason: expect.stringContaining('no action'),
    });
    expect((await host.kernel.replay(before, [session]))?.entries).toEqual([]);
    expect(other.received.filter(({ method }) => method === 'action')).toEqual([]);
  });

  test('A8: the echo reaches a sender that does not watch the chat', async () => {
    const { client, chat } = await withSession();
    const seq = client.dispatch(chat, { type: 'chat/draftChanged', draft: user('half a thought') });
    expect(await client.echo(seq)).toMatchObject({ channel: chat, action: { type: 'chat/draftChanged' } });
    await client.request('ping');
    expect(client.actions('chat/draftChanged')).toHaveLength(1);
  });

  test('A2: what is sent to an unknown channel is passed over in silence', async () => {
    const { client } = await withSession();
    client.dispatch('ahp-chat:/none', { type: 'chat/isReadChanged', isRead: true });
    await client.request('ping');
    expect(client.received.filter(({ method }) => method === 'action')).toEqual([]);
  });

  test('A6: a turn streams to whoever watches the chat', async () => {
    const { client, chat } = await withSession();
    await client.request('subscribe', { channel: chat });
    client.dispatch(chat, { ...started, turnId: 't1', message: user('one two three') });
    await client.until(({ params }) => params?.action?.type === 'chat/turnComplete');
    expect(
      client
        .actions('chat/delta')
        .map(({ action }) => action.content)
        .join(''),
    ).toBe('two three ');
    const seqs = client.received.flatMap(({ method, params }) =>
      method === 'action' ? [params.serverSeq as number] : [],
    );
    expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
  });

  test('A6: text may be held for as long as the client allows and leaves as one action', async () => {
    const { client, chat } = await withSession();
    await client.request('subscribe', { channel: chat, delivery: { maxLatencyMs: 50 } });
    client.dispatch(chat, { ...started, turnId: 't1', message: user('one two three four') });
    await client.until(({ params }) => params?.action?.type === 'chat/turnComplete');
    expect(client.actions('chat/delta').map(({ action }) => action.content)).toEqual(['two three four ']);
  });

  test('A1: a habit of shipping clients: a title sent to the chat renames it in the catalog', async () => {
    const { client, chat, session } = await withSession();
    const seq = client.dispatch(chat, { type: 'session/titleChanged', title: 'Named' });
    expect(await client.echo(seq)).toMatchObject({ channel: chat });
    const { result } = await client.request('subscribe', { channel: session });
    expect(result.snapshot.state.chats).toMatchObject([{ resource: chat, title: 'Named' }]);
  });
});

describe('views', () => {
  async function withTurns(count: number) {
    const made = await withSession();
    await made.client.request('subscribe', { channel: made.chat });
    for (let turn = 1; turn <= count; turn++) {
      made.client.dispatch(made.chat, { ...started, turnId: `t${turn}`, message: user(`n${turn}`) });
      await made.client.until(
        ({ params }) => params?.action?.type === 'chat/turnComplete' && params.action.turnId === `t${turn}`,
      );
    }
    const viewer = new RawClient(made.host);
    await viewer.hello('viewer');
    const { result } = await viewer.request('subscribe', { channel: made.chat, view: { turns: 2 } });
    return { ...made, viewer, state: result.snapshot.state as Json };
  }

  test('A6: a client that asked for the last turns gets those, and the others page in', async () => {
    const { viewer, state, chat } = await withTurns(5);
    expect(state['turns'].map(({ id }: Json) => id)).toEqual(['t4', 't5']);
    const { result } = await viewer.request('fetchTurns', {
      channel: chat,
      cursor: state['turnsNextCursor'],
    });
    expect(result).toEqual({});
    const [loaded] = viewer.actions('chat/turnsLoaded');
    expect(loaded?.['action'].turns.map(({ id }: Json) => id)).toEqual(['t1', 't2', 't3']);
    expect(loaded?.['action'].turnsNextCursor).toBeUndefined();
    expect(
      (await viewer.request('fetchTurns', { channel: chat, cursor: 'before:nothing' }))['error'].code,
    ).toBe(-32602);
  });

  test('A6: before a chat is cut at a turn that a client has not loaded, it is loaded', async () => {
    const { client, viewer, chat } = await withTurns(5);
    client.dispatch(chat, { type: 'chat/truncated', turnId: 't2' });
    await viewer.until(({ params }) => params?.action?.type === 'chat/truncated');
    const types = viewer.received.flatMap(({ method, params }) =>
      method === 'action' ? [params.action.type as string] : [],
    );
    expect(types).toEqual(['chat/turnsLoaded', 'chat/truncated']);
    expect(viewer.actions('chat/turnsLoaded')[0]?.['action'].turns.map(({ id }: Json) => id)).toEqual([
      't1',
      't2',
    ]);
  });
});

describe('coming back', () => {
  test('A4: what was missed is replayed in the answer, and live actions follow', async () => {
    const { host, client, session, chat } = await withSession();
    await client.request('subscribe', { channel: chat });
    const lastSeen = host.kernel.seq;
    client.cut();
    const other = new RawClient(host);
    await other.hello('c2', { initialSubscriptions: [session] });
    await other.echo(other.dispatch(session, { type: 'session/titleChanged', title: 'Missed' }));
    const back = new RawClient(host);
    const answer = await back.request('reconnect', {
      clientId: 'c1',
      lastSeenServerSeq: lastSeen,
      subscriptions: [session, chat, 'ahp-session:/gone'],
    });
    expect(answer['result']).toMatchObject({
      type: 'replay',
      actions: [
        { channel: session, action: { title: 'Missed' }, origin: { clientId: 'c2' } },
        { channel: session, action: { type: 'session/chatUpdated', changes: { title: 'Missed' } } },
      ],
      missing: ['ahp-session:/gone'],
    });
    const seq = other.dispatch(session, { type: 'session/titleChanged', title: 'Live' });
    expect(await back.until(({ params }) => params?.action?.title === 'Live')).toMatchObject({
      params: { origin: { clientId: 'c2', clientSeq: seq } },
    });
  });

  test('A4: from a number that this host never gave out, all comes anew', async () => {
    const { host, client, session } = await withSession();
    client.cut();
    const back = new RawClient(host);
    const answer = await back.request('reconnect', {
      clientId: 'c1',
      lastSeenServerSeq: 1e6,
      subscriptions: [session],
    });
    expect(answer['result']).toMatchObject({ type: 'snapshot', snapshots: [{ resource: session }] });
  });

  test('A1: a replay leaves out what the version of the client does not know', async () => {
    const { host, client, chat } = await withSession({}, { protocolVersions: ['0.9.0'] });
    await client.request('subscribe', { channel: chat });
    const lastSeen = host.kernel.seq;
    const other = new RawClient(host);
    await other.hello('c2');
    await other.echo(other.dispatch(chat, { type: 'chat/isReadChanged', isRead: false }));
    await other.echo(other.dispatch(chat, { type: 'chat/draftChanged', draft: user('x') }));
    await client.until(({ params }) => params?.action?.type === 'chat/draftChanged');
    expect(client.actions('chat/isReadChanged')).toEqual([]);
    client.cut();
    const back = new RawClient(host);
    const { result } = await back.request('reconnect', {
      clientId: 'c1',
      lastSeenServerSeq: lastSeen,
      subscriptions: [chat],
    });
    expect(result.actions.map(({ action }: Json) => action.type)).toEqual(['chat/draftChanged']);
  });

  test('A9: the list of sessions is told to those who watch the root', async () => {
    const host = await engine();
    const watcher = new RawClient(host);
    await watcher.hello('w', { initialSubscriptions: ['ahp-root://'] });
    const client = new RawClient(host);
    await client.hello('c1');
    await client.request('createSession', { channel: 'ahp-session:/s' });
    await watcher.until(
      ({ method, params }) => method === 'root/sessionAdded' && params.summary.resource === 'ahp-session:/s',
    );
    await client.echo(client.dispatch('ahp-session:/s', { type: 'session/titleChanged', title: 'T' }));
    await watcher.until(
      ({ method, params }) => method === 'root/sessionSummaryChanged' && params.changes.title === 'T',
    );
    await client.request('disposeSession', { channel: 'ahp-session:/s' });
    await watcher.until(({ method }) => method === 'root/sessionRemoved');
    expect(client.received.some(({ method }) => String(method).startsWith('root/'))).toBe(false);
  });
});

describe('asking the client', () => {
  async function withQuestion(wireLimits = {}) {
    const ask = command({
      grant: 'read',
      params: z.looseObject({}),
      run: (_params, caller) => caller.ask('resourceRead', { channel: 'ahp-root://', uri: 'plugin:/a' }),
    });
    const host = await engine({ wireLimits, parts: () => ({ table: { 'x-test/ask': ask } }) });
    const client = new RawClient(host);
    await client.hello();
    return client;
  }

  test('A2: files may be asked for in the other direction, and the answer or the refusal comes through', async () => {
    const client = await withQuestion();
    const first = client.request('x-test/ask');
    const question = await client.until(({ method }) => method === 'resourceRead');
    client.raw(
      JSON.stringify({ jsonrpc: '2.0', id: question['id'], result: { data: 'x', encoding: 'utf-8' } }),
    );
    // It came while the request that caused it was pending, so it must not wait behind that.
    expect((await first)['result']).toEqual({ data: 'x', encoding: 'utf-8' });
    client.received.length = 0;
    const second = client.request('x-test/ask');
    const again = await client.until(({ method }) => method === 'resourceRead');
    client.raw(JSON.stringify({ jsonrpc: '2.0', id: again['id'], error: { code: -32601, message: 'No.' } }));
    expect((await second)['error'].code).toBe(-32603);
  });

  test('L5: a client that does not answer is not waited for', async () => {
    const client = await withQuestion({ answerWithinMs: 20 });
    expect((await client.request('x-test/ask'))['error'].code).toBe(-32603);
  });
});

describe('limits', () => {
  test('L5: a client that does not read is dropped with a reason', async () => {
    const { client, session } = await withSession();
    client.backlog = 17 * 1024 * 1024;
    client.dispatch(session, { type: 'session/titleChanged', title: 'x' });
    await expect
      .poll(() => client.closing)
      .toMatchObject({ code: 4008, reason: expect.stringContaining('slowly') });
  });

  test('SE3: who asks for more than it has taken yet is answered as it takes it, and loses nothing', async () => {
    const { client, session } = await withSession({ wireLimits: { highBacklogBytes: 1_000 } });
    const answered = () => client.received.filter(({ id }) => typeof id === 'string').length;
    client.backlog = 5_000;
    for (let count = 0; count < 100; count++) {
      const params = { channel: session };
      client.raw(JSON.stringify({ jsonrpc: '2.0', id: `s${count}`, method: 'subscribe', params }));
    }
    await expect.poll(() => client.paused).toBe(true);
    // Other work runs meanwhile, and nothing is answered.
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect([answered(), client.closing]).toEqual([0, undefined]);
    client.backlog = 900;
    await expect.poll(answered).toBe(100);
    expect([client.paused, client.closing]).toEqual([false, undefined]);
  });

  test('SE3: who asks and takes nothing is dropped after a while', async () => {
    const { client, session } = await withSession({
      wireLimits: { highBacklogBytes: 1_000, stalledAfterMs: 100 },
    });
    client.backlog = 5_000;
    client.raw(
      JSON.stringify({ jsonrpc: '2.0', id: 'x', method: 'subscribe', params: { channel: session } }),
    );
    await expect.poll(() => client.closing).toMatchObject({ code: 4008 });
    expect(client.received.some(({ id }) => id === 'x')).toBe(false);
  });

  test('SE3: what waits to be handled is bounded by its size, too', async () => {
    const { client, session } = await withSession({ wireLimits: { maxWaitingBytes: 10_000 } });
    let last = 0;
    for (let count = 0; count < 20; count++)
      last = client.dispatch(session, { type: 'session/titleChanged', title: `${count}`.padEnd(1_000, 'x') });
    expect(client.paused).toBe(true);
    await client.echo(last);
    await expect.poll(() => client.paused).toBe(false);
  });

  test('L5: a client that sends too fast is read more slowly, and loses nothing', async () => {
    const { client, session } = await withSession({ wireLimits: { messagesPerSecond: 1000, burst: 20 } });
    let last = 0;
    for (let count = 0; count < 50; count++)
      last = client.dispatch(session, { type: 'session/titleChanged', title: `t${count}` });
    expect(client.paused).toBe(true);
    await client.echo(last);
    expect(client.actions('session/titleChanged')).toHaveLength(50);
  });
});

test.each(['1.0.0', '0.9.0', '0.3.0'])(
  'SE15: in AHP %s, the log says who is behind a client, and no client is told',
  async (version) => {
    const host = await engine();
    const client = new RawClient(host);
    await client.hello('c1', { protocolVersions: [version] });
    await host.sessions.createSession({ channel: 'ahp-session:/s' }, 'c1');
    await client.request('subscribe', { channel: 'ahp-session:/s' });
    const seq = client.dispatch('ahp-session:/s', { type: 'session/isArchivedChanged', isArchived: true });
    const { origin, serverSeq } = await client.echo(seq);
    expect(origin).toEqual({ clientId: 'c1', clientSeq: seq });
    const refused = client.dispatch('ahp-session:/s', { type: 'session/ready' });
    expect((await client.echo(refused))['origin']).toEqual({ clientId: 'c1', clientSeq: refused });
    const uris = ['ahp-session:/s'];
    const { entries = [] } = (await host.kernel.replay(serverSeq - 1, uris, { authors: true })) ?? {};
    expect(entries.map(({ by }) => by)).toEqual(['local']);
  },
);
