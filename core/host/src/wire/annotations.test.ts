import { localPrincipal } from '@loggia/access';
import { afterAll, expect, test } from 'vitest';
import { engine, RawClient, stopEngines, type Json } from './raw-client.testkit.ts';
import { outsider } from '../gate/walk.testkit.ts';

afterAll(stopEngines);

const session = 'ahp-session:/s';
const channel = `${session}/annotations`;

function comment(id: string, text = 'Why?'): Json {
  const origin = { session, chat: 'ahp-chat:/c', turnId: 't' };
  return { id, origin, resource: 'file:///p/a.ts', resolved: false, entries: [{ id: `${id}:0`, text }] };
}

async function started() {
  const host = await engine();
  await host.sessions.createSession({ channel: session }, 'maker');
  await host.kernel.settled();
  return host;
}

async function connected(host: Awaited<ReturnType<typeof engine>>, version: string, name = 'c') {
  const client = new RawClient(host, localPrincipal);
  await client.hello(name, { protocolVersions: [version] });
  return client;
}

test.each(['1.0.0', '0.9.0'])('A2: in %s, two clients comment on one session', async (version) => {
  const host = await started();
  const [one, two] = [await connected(host, version, 'one'), await connected(host, '1.0.0', 'two')];
  expect((await one.request('subscribe', { channel })).result.snapshot).toMatchObject({
    resource: channel,
    state: { annotations: [] },
  });
  await two.request('subscribe', { channel });
  await two.request('subscribe', { channel: session });
  await one.echo(one.dispatch(channel, { type: 'annotations/set', annotation: comment('a') }));
  const entry = { id: 'a:1', text: { markdown: '*No*' } };
  await two.echo(two.dispatch(channel, { type: 'annotations/entrySet', annotationId: 'a', entry }));
  await one.until(({ params }) => params?.action?.type === 'annotations/entrySet');
  const { state } = (await one.request('subscribe', { channel })).result.snapshot;
  expect(state).toEqual({ annotations: [{ ...comment('a'), entries: [...comment('a')['entries'], entry] }] });
  expect(two.actions('x-loggia/annotationsCounted').map(({ action }) => action.annotations)).toEqual([
    { resource: channel, annotationCount: 1, entryCount: 1 },
    { resource: channel, annotationCount: 1, entryCount: 2 },
  ]);
});

test('A4: a client that returns is sent the comments that it missed', async () => {
  const host = await started();
  const first = await connected(host, '1.0.0', 'returns');
  await first.request('subscribe', { channel });
  const lastSeenServerSeq = host.kernel.seq;
  first.cut();
  const other = await connected(host, '1.0.0', 'other');
  await other.echo(other.dispatch(channel, { type: 'annotations/set', annotation: comment('a') }));
  const back = new RawClient(host, localPrincipal);
  const params = { channel: 'ahp-root://', clientId: 'returns', lastSeenServerSeq, subscriptions: [channel] };
  const { result } = await back.request('reconnect', params);
  expect(result).toMatchObject({
    type: 'replay',
    missing: [],
    actions: [{ channel, action: { type: 'annotations/set' } }],
  });
});

test('A4: the first subscription can come with the handshake', async () => {
  const host = await started();
  const client = new RawClient(host, localPrincipal);
  const { snapshots } = await client.hello('c', { initialSubscriptions: [session, channel] });
  expect((snapshots as Json[]).map(({ resource }) => resource as string)).toEqual([session, channel]);
});

test('A1: to a client of 0.3 there are no comments', async () => {
  const host = await started();
  const old = await connected(host, '0.3.0', 'old');
  expect((await old.request('subscribe', { channel })).error).toMatchObject({ code: -32001 });
  expect(await host.kernel.exists(channel)).toBe(false);
  expect((await old.request('subscribe', { channel: session })).result.snapshot.state).toBeDefined();
  const other = await connected(host, '1.0.0', 'other');
  await other.echo(other.dispatch(channel, { type: 'annotations/set', annotation: comment('a') }));
  old.dispatch(channel, { type: 'annotations/removed', annotationId: 'a' });
  await old.request('ping');
  await host.kernel.settled();
  expect((await old.request('subscribe', { channel })).error).toMatchObject({ code: -32001 });
  // The session itself may still tell that it is ready.
  const told = old.received.filter(({ method }) => method === 'action');
  expect(told.filter((message) => JSON.stringify(message).includes('annotation'))).toEqual([]);
  const { result } = await other.request('subscribe', { channel });
  expect(result.snapshot.state.annotations).toHaveLength(1);
});

test('L5: comments of a session that does not exist are not found, and nothing is stored', async () => {
  const host = await started();
  const client = await connected(host, '1.0.0');
  const { error } = await client.request('subscribe', { channel: 'ahp-session:/none/annotations' });
  expect(error['message']).toBe('There is no channel ahp-session:/none/annotations.');
  expect(await host.kernel.exists('ahp-session:/none/annotations')).toBe(false);
});

test('SE17: a principal without the grant stores no channel by asking for it', async () => {
  const host = await started();
  const client = new RawClient(host, outsider);
  const { snapshots } = await client.hello('x', { initialSubscriptions: [channel] });
  expect(snapshots).toEqual([]);
  expect((await client.request('subscribe', { channel })).error).toMatchObject({ code: -32009 });
  expect(await host.kernel.exists(channel)).toBe(false);
});
