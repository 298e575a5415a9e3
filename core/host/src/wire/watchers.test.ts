import { afterEach, expect, test } from 'vitest';
import { ChannelTable } from '../channels/channel-table.ts';
import { sessionChannels } from '../channels/session-channels.ts';
import { sessionCommands } from '../commands/sessions.ts';
import { Answers } from '../commands/answers.ts';
import { Commands } from '../commands/table.ts';
import { Clients } from './clients.ts';
import { ConnectedClients } from './connected-clients.ts';
import { defaultWireLimits } from './limits.ts';
import { engine, RawClient, stopEngines } from './raw-client.testkit.ts';
import { SnapshotTexts } from './snapshots.ts';
import { StallGuard } from '../commands/stall-guard.ts';
import { Wire } from './wire.ts';

afterEach(stopEngines);

const session = 'ahp-session:/s';
const versions = ['1.0.0', '0.9.0', '0.3.0'];

async function scene() {
  const host = await engine();
  const { kernel, sessions } = host;
  const heard: string[] = [];
  const guard = new StallGuard({ kernel, scheduler: { after: () => () => {} } });
  const answers = new Answers(kernel, guard);
  const wire = new Wire({
    kernel,
    sessions,
    clock: { now: () => 0 },
    scheduler: { turn: (fn) => void setImmediate(fn), after: () => () => {} },
    newId: () => 'id',
    serverInfo: { name: 'Loggia' },
    defaultDirectory: undefined,
    report: () => {},
    limits: defaultWireLimits,
    commands: new Commands(kernel, sessionCommands(sessions), { answers }),
    channels: new ChannelTable(kernel, { ...sessionChannels(sessions) }, []),
    answers,
    guard,
    snapshots: new SnapshotTexts(),
    clients: new Clients(kernel, { now: () => 0 }),
    connected: new ConnectedClients(),
    unsubscribed: async () => {},
    watched: (channel) => heard.push(`+${channel}`),
    unwatched: (channel) => heard.push(`-${channel}`),
  });
  const connect = () => new RawClient({ ...host, wire });
  const maker = connect();
  await maker.hello('maker');
  await maker.request('createSession', { channel: session });
  const hello = async (clientId: string, version: string, subscriptions: string[] = []) => {
    const client = connect();
    await client.hello(clientId, { protocolVersions: [version], initialSubscriptions: subscriptions });
    return client;
  };
  return { host, heard, connect, hello, maker };
}

test.each(versions)(
  'A5: in AHP %s, the first who comes and the last who leaves are told of',
  async (version) => {
    const { heard, hello } = await scene();
    const first = await hello('a', version);
    await first.request('subscribe', { channel: session });
    await first.request('subscribe', { channel: session });
    const second = await hello('b', version, [session]);
    expect(heard).toEqual([`+${session}`]);
    first.notify('unsubscribe', { channel: session });
    first.notify('unsubscribe', { channel: session });
    await first.request('ping');
    expect(heard).toEqual([`+${session}`]);
    second.cut();
    expect(heard).toEqual([`+${session}`, `-${session}`]);
    first.cut();
    expect(heard).toHaveLength(2);
  },
);

test.each(versions)('A4, A5: in AHP %s, who comes back watches again', async (version) => {
  const { host, heard, hello, connect } = await scene();
  const first = await hello('a', version, [session]);
  first.cut();
  const back = connect();
  const subscriptions = [session];
  await back.request('reconnect', { clientId: 'a', lastSeenServerSeq: host.kernel.seq, subscriptions });
  expect(heard).toEqual([`+${session}`, `-${session}`, `+${session}`]);
  const again = connect();
  await again.request('reconnect', { clientId: 'a', lastSeenServerSeq: 1_000_000, subscriptions });
  expect(heard).toEqual([`+${session}`, `-${session}`, `+${session}`, `-${session}`, `+${session}`]);
});

test.each(versions)('A5, A9: in AHP %s, nobody watches what was disposed of', async (version) => {
  const { heard, hello, maker } = await scene();
  await hello('a', version, [session]);
  await hello('b', '1.0.0', [session]);
  await maker.request('disposeSession', { channel: session });
  await expect.poll(() => heard).toEqual([`+${session}`, `-${session}`]);
});

test('A5: what does not exist is watched by nobody', async () => {
  const { heard, hello } = await scene();
  const client = await hello('a', '1.0.0', ['ahp-session:/none']);
  await client.request('subscribe', { channel: 'ahp-session:/none' });
  expect(heard).toEqual([]);
});

test.each(versions)('A5: in AHP %s, a connection that ends on the way leaves nothing', async (version) => {
  const { heard, connect, maker } = await scene();
  const params = { protocolVersions: [version], clientId: 'hasty', initialSubscriptions: [session] };
  for (let steps = 0; steps < 40; steps += 1) {
    const hasty = connect();
    hasty.raw(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }));
    for (let step = 0; step < steps; step += 1) await Promise.resolve();
    hasty.cut();
    await maker.request('ping');
    await maker.request('listSessions');
    expect(heard.filter((one) => one.startsWith('+'))).toHaveLength(heard.length / 2);
  }
  expect(heard.length).toBeGreaterThan(0);
});
