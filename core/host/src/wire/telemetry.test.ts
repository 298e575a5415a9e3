import { localPrincipal } from '@loggia/access';
import type { Scheduler } from '@loggia/kernel';
import { ManualClock, MemoryDisk, MemoryStore, userMessage } from '@loggia/testing';
import { afterAll, expect, test } from 'vitest';
import { reader } from '../gate/walk.testkit.ts';
import { observeCommits } from '../telemetry/observe-commits.ts';
import { observeTurns } from '../telemetry/observe-turns.ts';
import { Telemetry } from '../telemetry/telemetry.ts';
import { engine, RawClient, stopEngines, type Json } from './raw-client.testkit.ts';

afterAll(stopEngines);

const channels = { logs: 'ahp-otlp:/logs/{level}', traces: 'ahp-otlp:/traces', metrics: 'ahp-otlp:/metrics' };
const { traces: channel } = channels;

/** Exports at once when the test says so. */
async function started() {
  const clock = new ManualClock();
  const due: (() => void)[] = [];
  const scheduler: Scheduler = {
    turn: (fn) => void setImmediate(fn),
    after: (_ms, fn) => {
      due.push(fn);
      return () => undefined;
    },
  };
  const telemetry = new Telemetry({ clock, scheduler, service: { name: 'loggia' } });
  const host = await engine({
    store: observeCommits(new MemoryStore(new MemoryDisk()), telemetry),
    observers: () => [observeTurns(telemetry, clock)],
    parts: () => ({ table: {}, telemetry }),
  });
  await host.sessions.createSession({ channel: 'ahp-session:/s' }, 'maker');
  await host.kernel.settled();
  const chat = (await host.sessions.viewOf('ahp-session:/s'))?.session.defaultChat ?? '';
  /** Lets the agent take a turn, and exports it. */
  const turn = async (text: string): Promise<void> => {
    const client = new RawClient(host, localPrincipal);
    await client.hello('speaker');
    await client.request('subscribe', { channel: chat });
    const before = client.actions('chat/turnComplete').length;
    client.dispatch(chat, { type: 'chat/turnStarted', message: userMessage(text) });
    await client.until(() => client.actions('chat/turnComplete').length > before);
    for (const run of due.splice(0)) run();
    client.cut();
  };
  return { host, chat, turn };
}

/** The spans or metrics of an export. */
function contentOf(exported: Json | undefined): Json[] {
  const { resourceSpans, resourceMetrics } = exported?.['params']?.payload ?? {};
  return (resourceSpans?.[0].scopeSpans[0].spans ??
    resourceMetrics?.[0].scopeMetrics[0].metrics ??
    []) as Json[];
}

const exportsIn = ({ received }: RawClient): Json[] =>
  received.filter(({ method }) => String(method).startsWith('otlp/'));

test.each(['1.0.0', '0.9.0'])(
  'A1: in %s, a subscriber gets spans of turns without their words',
  async (version) => {
    const { host, chat, turn } = await started();
    const client = new RawClient(host, localPrincipal);
    const hello = await client.hello('operator', { protocolVersions: [version] });
    expect(hello['telemetry']).toEqual(channels);
    expect((await client.request('subscribe', { channel }))['result']).toEqual({});
    await turn('private words');
    const [exported] = exportsIn(client);
    expect(exported).toMatchObject({ method: 'otlp/exportTraces', params: { channel } });
    const [span] = contentOf(exported);
    expect(span).toMatchObject({ name: 'turn', status: { code: 1 } });
    expect(JSON.stringify(span)).toContain(chat);
    expect(JSON.stringify(span)).not.toContain('private words');

    client.notify('unsubscribe', { channel });
    await client.request('ping');
    await turn('more');
    expect(exportsIn(client)).toHaveLength(1);
  },
);

test('A1: metrics count turns, tokens and commits', async () => {
  const { host, turn } = await started();
  const client = new RawClient(host, localPrincipal);
  await client.hello('operator', { initialSubscriptions: [channels.metrics] });
  await turn('count me');
  const [exported] = exportsIn(client);
  const metrics = contentOf(exported);
  const names = new Set(metrics.map(({ name }) => name as string));
  expect([...names].toSorted()).toEqual([
    'loggia.commit.actions',
    'loggia.commit.duration',
    'loggia.commit.size',
    'loggia.tokens',
    'loggia.turn.duration',
  ]);
  const commits = metrics.find(({ name }) => name === 'loggia.commit.duration');
  expect(commits?.['histogram'].dataPoints[0].attributes).toEqual([
    { key: 'status', value: { stringValue: 'complete' } },
  ]);
});

test('A4: subscriptions go on after a reconnect, and nothing of the time between is sent', async () => {
  const { host, turn } = await started();
  const first = new RawClient(host, localPrincipal);
  await first.hello('operator', { initialSubscriptions: [channel] });
  first.cut();
  await turn('while away');
  const back = new RawClient(host, localPrincipal);
  const params = { channel: 'ahp-root://', clientId: 'operator', lastSeenServerSeq: host.kernel.seq };
  const { result } = await back.request('reconnect', { ...params, subscriptions: [channel, 'ahp-otlp:/x'] });
  expect(result).toMatchObject({ type: 'replay', missing: ['ahp-otlp:/x'] });
  await turn('again');
  expect(exportsIn(back)).toHaveLength(1);
});

test('A1: clients of 0.3 have no telemetry', async () => {
  const { host, turn } = await started();
  const old = new RawClient(host, localPrincipal);
  const hello = await old.hello('old', { protocolVersions: ['0.3.0'], initialSubscriptions: [channel] });
  expect(hello).not.toHaveProperty('telemetry');
  expect((await old.request('subscribe', { channel }))['error']).toBeDefined();
  await turn('x');
  expect(exportsIn(old)).toEqual([]);
});

test('SE17: an agent that reads everything is told of no telemetry and gets none', async () => {
  const { host, turn } = await started();
  const client = new RawClient(host, reader);
  const hello = await client.hello('agent', { initialSubscriptions: [channel] });
  expect(hello).not.toHaveProperty('telemetry');
  expect((await client.request('subscribe', { channel }))['error']).toMatchObject({ code: -32009 });
  await turn('x');
  expect(exportsIn(client)).toEqual([]);
});

test('A1: a host without telemetry says so', async () => {
  const client = new RawClient(await engine(), localPrincipal);
  expect(await client.hello()).not.toHaveProperty('telemetry');
  const { error } = await client.request('subscribe', { channel });
  expect(error['message']).toBe('This host exports no telemetry.');
});
