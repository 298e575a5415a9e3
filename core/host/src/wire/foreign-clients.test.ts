import type { Harness } from '@loggia/sessions';
import { ManualClock, MemoryDisk, MemoryStore } from '@loggia/testing';
import { afterEach, describe, expect, test } from 'vitest';
import type { Engine, EngineOptions } from '../compose/engine.ts';
import { engine, RawClient, stopEngines, type Json } from './raw-client.testkit.ts';

/** The habits and expectations of clients that others wrote. */

afterEach(stopEngines);

const session = 'ahp-session:/s';
const started = { type: 'chat/turnStarted', startedAt: '2026-01-01T00:00:00.000Z' };
const user = (text: string) => ({ text, origin: { kind: 'user' } });

async function withSession(options: Partial<EngineOptions> = {}, hello: Json = {}) {
  const host = await engine(options);
  const client = new RawClient(host);
  await client.hello('c1', hello);
  expect((await client.request('createSession', { channel: session }))['result']).toBeNull();
  const { result } = await client.request('subscribe', { channel: session });
  const chat = result.snapshot.state.defaultChat as string;
  await client.request('subscribe', { channel: chat });
  return { host, client, chat };
}

describe('the status of a session', () => {
  async function shown(client: RawClient): Promise<{ snapshot: number; list: number }> {
    const { result } = await client.request('subscribe', { channel: session });
    const { items } = (await client.request('listSessions'))['result'];
    return { snapshot: result.snapshot.state.status as number, list: items[0].status as number };
  }

  test('A9: in a snapshot is what lists say: while a turn runs, asks, runs on, and after it', async () => {
    const { client, chat } = await withSession();
    const seen: Record<string, unknown> = { atFirst: await shown(client) };
    client.dispatch(chat, { ...started, turnId: 't1', message: user('/ask Which one?') });
    const asked = await client.until(({ params }) => params?.action?.type === 'chat/inputRequested');
    seen['asked'] = await shown(client);
    const { request } = asked['params'].action;
    client.dispatch(chat, { type: 'chat/inputCompleted', requestId: request.id, response: 'cancel' });
    await client.until(({ params }) => params?.action?.type === 'chat/turnComplete');
    seen['afterwards'] = await shown(client);
    client.received.length = 0;
    client.dispatch(chat, { ...started, turnId: 't2', message: user('/forever') });
    await client.until(
      ({ params }) => params?.action?.type === 'session/chatUpdated' && params.action.changes.status === 8,
    );
    seen['runs'] = await shown(client);
    expect(seen).toEqual({
      atFirst: { snapshot: 33, list: 33 },
      asked: { snapshot: 24, list: 24 },
      afterwards: { snapshot: 1, list: 1 },
      runs: { snapshot: 8, list: 8 },
    });
  });
});

test.each(['1.0.0', '0.9.0', '0.3.0'])(
  'A3: in AHP %s, a rejection has a number of its own, later than any snapshot and any other rejection',
  async (version) => {
    const { client } = await withSession({}, { protocolVersions: [version] });
    const { result } = await client.request('subscribe', { channel: session });
    const refused = client.dispatch(session, { type: 'session/ready' });
    const empty = client.dispatch(session, { type: 'session/titleChanged', title: ' ' });
    const numbers = [
      result.snapshot.fromSeq as number,
      (await client.echo(refused))['serverSeq'] as number,
      (await client.echo(empty))['serverSeq'] as number,
    ];
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
    const { result: later } = await client.request('subscribe', { channel: session });
    expect(later.snapshot.fromSeq).toBe(numbers[2]);
  },
);

describe('working directories', () => {
  test('D4: agents say that a session can work in several folders, and its actions change them', async () => {
    const { client } = await withSession();
    const { result } = await client.request('subscribe', { channel: 'ahp-root://' });
    expect(result.snapshot.state.agents[0].capabilities).toMatchObject({
      multipleWorkingDirectories: { primaryReplacement: true },
    });
    for (const directory of ['file:///one', 'file:///two'])
      client.dispatch(session, { type: 'session/workingDirectorySet', directory });
    const last = client.dispatch(session, {
      type: 'session/workingDirectoryReplaced',
      directory: 'file:///one',
      replacement: 'file:///three',
    });
    await client.echo(last);
    const { snapshot } = (await client.request('subscribe', { channel: session }))['result'];
    expect(snapshot.state.workingDirectories).toEqual(['file:///three', 'file:///two']);
  });

  test('D4: a chat chooses among the folders of its session, and leaves those that the session leaves', async () => {
    const { client, chat } = await withSession();
    const choose = (directory: string) =>
      client.dispatch(chat, { type: 'chat/workingDirectorySet', directory });
    const foldersOfChat = async () =>
      (await client.request('subscribe', { channel: chat }))['result'].snapshot.state.workingDirectories;
    expect((await client.echo(choose('file:///one')))['rejectionReason']).toContain('folders of its session');
    for (const directory of ['file:///one', 'file:///two'])
      client.dispatch(session, { type: 'session/workingDirectorySet', directory });
    await client.echo(choose('file:///one'));
    expect(await foldersOfChat()).toEqual(['file:///one']);
    const replaced = client.dispatch(session, {
      type: 'session/workingDirectoryReplaced',
      directory: 'file:///one',
      replacement: 'file:///three',
    });
    await client.echo(replaced);
    await expect.poll(foldersOfChat, { timeout: 30_000 }).toEqual(['file:///three']);
    const made = await client.request('createChat', {
      channel: session,
      chat: 'ahp-chat:/more',
      workingDirectories: ['file:///elsewhere'],
    });
    expect(made['error']).toMatchObject({ code: -32602, message: expect.stringContaining('elsewhere') });
  });
});

test('A1: a client of 0.10.0 is served the contract of 1.0, live and in a replay', async () => {
  const { host, client, chat } = await withSession({}, { protocolVersions: ['0.10.0'] });
  const lastSeen = host.kernel.seq;
  const seq = client.dispatch(chat, { type: 'chat/isReadChanged', isRead: false });
  expect(await client.echo(seq)).toMatchObject({ action: { type: 'chat/isReadChanged' } });
  client.cut();
  const back = new RawClient(host);
  const { result } = await back.request('reconnect', {
    clientId: 'c1',
    lastSeenServerSeq: lastSeen,
    subscriptions: [chat],
  });
  expect(result.actions.map(({ action }: Json) => action.type)).toContain('chat/isReadChanged');
});

test('A6: the host gives turns and messages the times and ids that their client leaves out', async () => {
  const clock = new ManualClock();
  const { client, chat } = await withSession({ clock });
  const seq = client.dispatch(chat, { type: 'chat/turnStarted', message: user('/forever') });
  const { action: start } = await client.echo(seq);
  expect(start).toEqual({
    type: 'chat/turnStarted',
    turnId: expect.any(String),
    startedAt: new Date(clock.now()).toISOString(),
    message: user('/forever'),
  });
  const queued = client.dispatch(chat, {
    type: 'chat/pendingMessageSet',
    kind: 'steering',
    message: user('faster'),
  });
  expect((await client.echo(queued))['action'].id).toEqual(expect.any(String));
  clock.advance(1_500);
  const cancelled = client.dispatch(chat, { type: 'chat/turnCancelled' });
  expect((await client.echo(cancelled))['action']).toEqual({
    type: 'chat/turnCancelled',
    turnId: start.turnId,
    duration: 1_500,
  });
  const again = client.dispatch(chat, { type: 'chat/turnCancelled', turnId: start.turnId });
  expect((await client.echo(again))['rejectionReason']).toEqual(expect.any(String));
});

test.each(['1.0.0', '0.3.0'])(
  'A1: in AHP %s, the root is known however the client writes its URI',
  async (version) => {
    const host = await engine();
    const client = new RawClient(host);
    const { snapshots } = await client.hello('c1', {
      channel: 'ahp-root:',
      protocolVersions: [version],
      initialSubscriptions: ['ahp-root:'],
    });
    expect(snapshots).toMatchObject([{ resource: 'ahp-root://' }]);
    for (const channel of ['ahp-root:', 'ahp-root:/', 'ahp-root:///'])
      expect(await client.request('subscribe', { channel })).toMatchObject({
        result: { snapshot: { resource: 'ahp-root://' } },
      });
    expect(await client.request('listSessions', { channel: 'ahp-root:' })).toHaveProperty('result');
    client.cut();
    const back = new RawClient(host);
    const again = await back.request('reconnect', {
      channel: 'ahp-root:',
      clientId: 'c1',
      lastSeenServerSeq: host.kernel.seq,
      subscriptions: ['ahp-root:'],
    });
    expect(again['result']).toMatchObject({ type: 'replay', missing: [] });
  },
);

test('A1: an action to the root is known however the client writes its URI', async () => {
  const client = new RawClient(await engine());
  await client.hello();
  const refused = client.dispatch('ahp-root:', { type: 'root/configChanged', config: {} });
  expect((await client.echo(refused))['rejectionReason']).toEqual(expect.any(String));
});

describe('a subscription with a view or a delivery', () => {
  async function away(storage: MemoryStore) {
    const { host, client, chat } = await withSession({ store: storage });
    for (const turnId of ['t1', 't2', 't3']) {
      client.dispatch(chat, { ...started, turnId, message: user(`n ${turnId}`) });
      await client.until(
        ({ params }) => params?.action?.type === 'chat/turnComplete' && params.action.turnId === turnId,
      );
    }
    const viewer = new RawClient(host);
    await viewer.hello('viewer');
    await viewer.request('subscribe', {
      channel: chat,
      view: { turns: 1 },
      delivery: { maxLatencyMs: 5_000 },
    });
    viewer.cut();
    return { host, client, chat };
  }

  async function back(host: Engine, chat: string, lastSeenServerSeq: number) {
    const viewer = new RawClient(host);
    const { result } = await viewer.request('reconnect', {
      clientId: 'viewer',
      lastSeenServerSeq,
      subscriptions: [chat],
    });
    return { viewer, result: result as Json };
  }

  test('A4: keeps both after a reconnect with a replay', async () => {
    const { host, client, chat } = await away(new MemoryStore(new MemoryDisk()));
    const { viewer, result } = await back(host, chat, host.kernel.seq);
    expect(result['type']).toBe('replay');
    client.dispatch(chat, { ...started, turnId: 't4', message: user('one two three four') });
    await viewer.until(({ params }) => params?.action?.type === 'chat/turnComplete');
    expect(viewer.actions('chat/delta').map(({ action }) => action.content)).toEqual(['two three four ']);
    client.dispatch(chat, { type: 'chat/truncated', turnId: 't2' });
    await viewer.until(({ params }) => params?.action?.type === 'chat/truncated');
    expect(viewer.actions('chat/turnsLoaded')[0]?.['action'].turns).toHaveLength(2);
  });

  test('A4: keeps the view when the answer is a snapshot, also of a host that was restarted', async () => {
    const disk = new MemoryDisk();
    const { host, chat } = await away(new MemoryStore(disk));
    await host.stop();
    const restarted = await engine({ store: new MemoryStore(disk) });
    const { result } = await back(restarted, chat, 1e6);
    expect(result).toMatchObject({ type: 'snapshot', snapshots: [{ state: { turns: [{ id: 't3' }] } }] });
  });
});

test('A2: a client that watches only a chat hears that it was disposed of', async () => {
  const { host, client } = await withSession();
  const chat = 'ahp-chat:/second';
  await client.request('createChat', { channel: session, chat });
  const watcher = new RawClient(host);
  await watcher.hello('w', { initialSubscriptions: [chat] });
  await client.request('disposeChat', { channel: chat });
  const told = await watcher.until(({ params }) => params?.action?.type === 'session/chatRemoved');
  expect(told['params']).toEqual({
    channel: session,
    action: { type: 'session/chatRemoved', chat },
    serverSeq: expect.any(Number),
  });
  await client.until(({ params }) => params?.action?.type === 'session/chatRemoved');
  await client.request('ping');
  expect(client.actions('session/chatRemoved')).toHaveLength(1);
});

test('J7: a client that creates a session with a progress token hears when it is usable; nobody else does', async () => {
  const host = await engine();
  const [client, other] = [new RawClient(host), new RawClient(host)];
  await client.hello('c1', { initialSubscriptions: ['ahp-root://'] });
  await other.hello('c2', { initialSubscriptions: ['ahp-root://'] });
  await client.request('createSession', { channel: session, progressToken: 'mine' });
  const told = await client.until(({ method }) => method === 'root/progress');
  expect(told['params']).toEqual({
    channel: 'ahp-root://',
    progressToken: 'mine',
    progress: 1,
    total: 1,
  });
  await other.request('ping');
  expect(other.received.some(({ method }) => method === 'root/progress')).toBe(false);
});

test('J3: an agent knows the language of the client that spoke, also after a reconnect', async () => {
  const locales: (string | undefined)[] = [];
  const harness: Harness = {
    describe: { provider: 'listens', displayName: 'Listens', description: '', models: [] },
    // oxlint-disable-next-line require-yield -- it only listens
    async *run(turn) {
      locales.push(turn.locale);
    },
  };
  const { host, client, chat } = await withSession({ harnesses: [harness] }, { locale: 'de-AT' });
  const speak = async (speaker: RawClient, turnId: string): Promise<void> => {
    speaker.dispatch(chat, { ...started, turnId, message: user('hello') });
    await speaker.until(
      ({ params }) => params?.action?.type === 'chat/turnComplete' && params.action.turnId === turnId,
    );
  };
  await speak(client, 't1');
  client.cut();
  const back = new RawClient(host);
  await back.request('reconnect', {
    clientId: 'c1',
    lastSeenServerSeq: host.kernel.seq,
    subscriptions: [chat],
  });
  await speak(back, 't2');
  expect(locales).toEqual(['de-AT', 'de-AT']);
});
