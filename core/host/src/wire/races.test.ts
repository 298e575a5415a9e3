import type { ChatState } from '@loggia/protocol';
import { createHarness, MemoryDisk, MemoryStore, tapStore, type StoreTap } from '@loggia/testing';
import { afterEach, describe, expect, test } from 'vitest';
import type { Engine, EngineOptions } from '../compose/engine.ts';
import { engine, RawClient, stopEngines, type Json } from './raw-client.testkit.ts';

afterEach(stopEngines);

const session = 'ahp-session:/s';
const user = (text: string) => ({ text, origin: { kind: 'user' } });
const turn = (turnId: string, text = 'hi') => ({
  type: 'chat/turnStarted',
  turnId,
  startedAt: '2026-01-01T00:00:00.000Z',
  message: user(text),
});
const title = (text: string) => ({ type: 'session/titleChanged', title: text });

interface Scene {
  readonly host: Engine;
  readonly client: RawClient;
  readonly chat: string;
  readonly store: StoreTap;
  readonly reported: string[];
}

/** A client that watches a session and its chat, on a store whose commits can be held back. */
async function scene(options: Partial<EngineOptions> = {}): Promise<Scene> {
  const store = tapStore(new MemoryStore(new MemoryDisk()));
  const reported: string[] = [];
  const host = await engine({ store, report: (problem) => reported.push(problem), ...options });
  const client = new RawClient(host);
  await client.hello();
  await client.request('createSession', { channel: session });
  const { result } = await client.request('subscribe', { channel: session });
  const chat = result.snapshot.state.defaultChat as string;
  await client.request('subscribe', { channel: chat });
  await client.request('ping');
  client.received.length = 0;
  return { host, client, chat, store, reported };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

async function completed(client: RawClient, turnId: string): Promise<void> {
  await client.until(({ params }) => {
    return params?.action?.type === 'chat/turnComplete' && params.action.turnId === turnId;
  });
}

describe('what is under way when a connection ends', () => {
  test('A4: a channel is called missing only when a crash can no longer bring it back', async () => {
    const { host, client, store, chat } = await scene();
    const lastSeenServerSeq = host.kernel.seq;
    const other = new RawClient(host);
    await other.hello('c2');
    client.cut();
    store.hold();
    const disposed = other.request('disposeSession', { channel: session });
    await settle();
    const back = new RawClient(host);
    const answer = back.request('reconnect', { clientId: 'c1', lastSeenServerSeq, subscriptions: [chat] });
    const early = await Promise.race([answer, settle().then(() => 'none')]);
    expect(early).toBe('none');
    store.release();
    await disposed;
    expect((await answer)['result']).toMatchObject({ type: 'replay', missing: [chat] });
  });

  test('A3, A4: an action that is not durable yet is part of the replay, so that nobody sends it again', async () => {
    const { host, client, store } = await scene();
    const lastSeenServerSeq = host.kernel.seq;
    store.hold();
    client.dispatch(session, title('Held'));
    await settle();
    client.cut();
    const back = new RawClient(host);
    const answer = back.request('reconnect', { clientId: 'c1', lastSeenServerSeq, subscriptions: [session] });
    await settle();
    expect(back.received).toEqual([]);
    store.release();
    expect((await answer)['result']).toMatchObject({
      type: 'replay',
      actions: [{ action: title('Held') }, { action: { type: 'session/chatUpdated' } }],
    });
  });

  test('A4: what a superseded connection says from then on is not heard', async () => {
    const { host, client } = await scene();
    const back = new RawClient(host);
    await back.hello('c1', { initialSubscriptions: [session] });
    expect(client.closing).toMatchObject({ code: 4001 });
    await settle();
    const { seq } = host.kernel;
    client.dispatch(session, title('Late'));
    await settle();
    expect([host.kernel.seq, back.actions('session/titleChanged')]).toEqual([seq, []]);
  });

  test('A4: a connection that ends in the middle of its handshake leaves nothing behind', async () => {
    const { host, client, chat, store } = await scene();
    store.hold();
    client.dispatch(session, title('Held'));
    await settle();
    client.cut();
    const back = new RawClient(host);
    void back
      .request('reconnect', {
        clientId: 'c1',
        lastSeenServerSeq: host.kernel.seq,
        subscriptions: [session, chat],
      })
      .catch(() => {});
    await settle();
    back.cut();
    store.release();
    await settle();
    expect([session, chat].map((uri) => host.kernel.isWatched(uri))).toEqual([false, false]);
  });

  test('A3: whoever leaves a channel still hears what became of an action there', async () => {
    const { client, store } = await scene();
    store.hold();
    const seq = client.dispatch(session, title('Last words'));
    client.notify('unsubscribe', { channel: session });
    await settle();
    store.release();
    expect(await client.echo(seq)).toMatchObject({ action: title('Last words') });
    expect(client.actions('session/titleChanged')).toHaveLength(1);
  });

  test('A5: leaving a chat is no departure from a session, and no problem', async () => {
    const { client, chat, reported } = await scene();
    client.notify('unsubscribe', { channel: chat });
    client.notify('unsubscribe', { channel: 'ahp-root://' });
    await client.request('ping');
    expect(reported).toEqual([]);
  });

  test('L5: a request that meets a host which stops is told to come again, and nothing is logged', async () => {
    const { host, client, reported } = await scene();
    await host.kernel.close();
    const answer = await client.request('subscribe', { channel: session });
    expect(answer['error']).toMatchObject({ code: -32050 });
    client.dispatch(session, title('Too late'));
    await settle();
    expect(reported).toEqual([]);
  });
});

describe('numbers tell how much of the log a client has', () => {
  test('A4: text that is held back for a client leaves before an answer with a higher number', async () => {
    const wake: (() => void)[] = [];
    const sleep = () => new Promise<void>((resolve) => wake.push(resolve));
    const { client, chat } = await scene({ harnesses: [createHarness({ delayMs: 1, sleep })] });
    await client.request('subscribe', { channel: chat, delivery: { maxLatencyMs: 5_000 } });
    client.dispatch(chat, turn('t', '/forever'));
    await client.until(({ params }) => params?.action?.type === 'chat/responsePart');
    wake.shift()?.();
    await settle();
    expect(client.actions('chat/delta')).toEqual([]);
    const { result } = await client.request('subscribe', { channel: session });
    const [delta] = client.actions('chat/delta');
    expect(delta?.['serverSeq']).toBeLessThanOrEqual(result.snapshot.fromSeq as number);
    client.dispatch(chat, { type: 'chat/turnCancelled', turnId: 't', duration: 1 });
    await client.until(({ params }) => params?.action?.type === 'chat/turnCancelled');
  });

  test('A6: a page of turns comes in order with what happens to the chat, as it is at that point', async () => {
    const { host, client, chat } = await scene();
    for (const turnId of ['t1', 't2', 't3']) {
      client.dispatch(chat, turn(turnId));
      await completed(client, turnId);
    }
    const viewer = new RawClient(host);
    await viewer.hello('viewer');
    const { result } = await viewer.request('subscribe', { channel: chat, view: { turns: 1 } });
    const cursor = (result.snapshot.state as ChatState).turnsNextCursor;
    // All in one turn of the event loop.
    client.dispatch(chat, { type: 'chat/isReadChanged', isRead: true });
    const paged = viewer.request('fetchTurns', { channel: chat, cursor });
    client.dispatch(chat, { type: 'chat/isReadChanged', isRead: false });
    await paged;
    const seen = viewer.received.flatMap(({ method, params }) =>
      method === 'action' ? [params as Json] : [],
    );
    const numbers = seen.map(({ serverSeq }) => serverSeq as number);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(viewer.actions('chat/turnsLoaded')).toMatchObject([
      { action: { turns: [{ id: 't1' }, { id: 't2' }] } },
    ]);
  });

  test('A6: the number before that of a cut is free for the turns that must be loaded first', async () => {
    const { host, client, chat } = await scene();
    for (const turnId of ['t1', 't2']) {
      client.dispatch(chat, turn(turnId));
      await completed(client, turnId);
    }
    const viewer = new RawClient(host);
    await viewer.hello('viewer');
    await viewer.request('subscribe', { channel: chat, view: { turns: 1 } });
    client.dispatch(chat, { type: 'chat/draftChanged', draft: user('before') });
    client.dispatch(chat, { type: 'chat/truncated', turnId: 't1' });
    await viewer.until(({ params }) => params?.action?.type === 'chat/truncated');
    const seen = viewer.received.flatMap(({ method, params }) =>
      method === 'action' ? [[params.action.type, params.serverSeq] as [string, number]] : [],
    );
    const first = seen[0]?.[1] ?? 0;
    expect(seen).toEqual([
      ['chat/draftChanged', first],
      ['chat/turnsLoaded', first + 1],
      ['chat/truncated', first + 2],
    ]);
  });

  test('A6: who asks for no turns gets the last one, because only with it can a resume be followed', async () => {
    const { host, client, chat } = await scene();
    for (const turnId of ['t1', 't2']) {
      client.dispatch(chat, turn(turnId));
      await completed(client, turnId);
    }
    const viewer = new RawClient(host);
    await viewer.hello('viewer');
    const { result } = await viewer.request('subscribe', { channel: chat, view: { turns: 0 } });
    expect(result.snapshot.state.turns).toMatchObject([{ id: 't2' }]);
    const { turnsNextCursor: cursor } = result.snapshot.state as ChatState;
    expect(await viewer.request('fetchTurns', { channel: chat, cursor })).toMatchObject({ result: {} });
  });

  test('A6: a cursor from before a newer snapshot leaves no turn out', async () => {
    const { host, client, chat } = await scene();
    const viewer = new RawClient(host);
    await viewer.hello('viewer');
    const lastTurn = async (): Promise<string | undefined> => {
      const { result } = await viewer.request('subscribe', { channel: chat, view: { turns: 1 } });
      return (result.snapshot.state as ChatState).turnsNextCursor;
    };
    const say = async (...turnIds: readonly string[]): Promise<void> => {
      for (const turnId of turnIds) {
        client.dispatch(chat, turn(turnId));
        await completed(client, turnId);
      }
    };
    await say('t1', 't2');
    const cursor = await lastTurn();
    await viewer.request('unsubscribe', { channel: chat });
    await say('t3', 't4');
    await lastTurn();
    await viewer.request('fetchTurns', { channel: chat, cursor });
    const loaded = viewer.received.findLast(({ params }) => params?.action?.type === 'chat/turnsLoaded');
    expect(loaded?.params.action.turns).toMatchObject([{ id: 't1' }, { id: 't2' }, { id: 't3' }]);
  });
});

test('A9: a session that changes while the change before it is being stored is announced with both', async () => {
  const { client, store } = await scene();
  await client.request('subscribe', { channel: 'ahp-root://' });
  store.hold();
  client.dispatch(session, title('First'));
  await settle();
  client.dispatch(session, title('Second'));
  await settle();
  store.release();
  const announced = () =>
    client.received.flatMap(({ method, params }) =>
      method === 'root/sessionSummaryChanged' ? [params.changes.title as string] : [],
    );
  await expect.poll(announced).toEqual(['First', 'Second']);
});

test('A4: that a session is gone is told when that is durable, not before', async () => {
  const { host, client, store } = await scene();
  const other = new RawClient(host);
  await other.hello('other');
  store.hold();
  const disposed = client.request('disposeSession', { channel: session });
  await settle();
  const subscribed = other.request('subscribe', { channel: session });
  await settle();
  expect(other.received.filter(({ id }) => id === 2)).toEqual([]);
  store.release();
  expect([(await disposed)['result'], (await subscribed)['error'].code]).toEqual([null, -32001]);
});

describe('who reads too slowly', () => {
  test('L5: a long answer alone does not make a slow reader; what waits beyond it does', async () => {
    const { client, chat } = await scene({ wireLimits: { maxBacklogBytes: 2_000 } });
    await client.echo(client.dispatch(chat, { type: 'chat/draftChanged', draft: user('x'.repeat(50_000)) }));
    client.backlog = 50_000;
    await client.echo(client.dispatch(chat, { type: 'chat/isReadChanged', isRead: true }));
    expect(client.closing).toBeUndefined();
    client.backlog = 53_000;
    client.dispatch(chat, { type: 'chat/isReadChanged', isRead: false });
    await expect.poll(() => client.closing).toMatchObject({ code: 4008 });
  });
});

test('L5: a method that is an object with ideas of its own is refused like any other', async () => {
  const { client } = await scene();
  client.raw('{"jsonrpc":"2.0","id":9,"method":{"toString":1,"valueOf":2}}');
  expect(await client.until(({ id }) => id === 9)).toMatchObject({ error: { code: -32600 } });
  expect(await client.request('ping')).toMatchObject({ result: null });
});
