import {
  reduceRoot,
  reduceSession,
  type RootState,
  type SessionState,
  type StateAction,
} from '@loggia/protocol';
import { anyAction, rootActions, rootStates, sessionActions, sessionStates } from '@loggia/testing/protocol';
import * as fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { engine, RawClient, stopEngines, type Json } from './raw-client.testkit.ts';
import { actionWithoutApps, envelopeWithoutApps, stateWithoutApps } from './without-apps.ts';

afterEach(stopEngines);

const aboutServers = /customization|mcpServer/;

/** A copy without the two, made in another way. */
function stripped<Value>(value: Value): Value {
  return JSON.parse(
    JSON.stringify(value, (_key, item: unknown) => {
      if (typeof item !== 'object' || item === null || !('type' in item) || item.type !== 'mcpServer')
        return item;
      const { channel: _channel, mcpApp: _mcpApp, ...rest } = item as Json;
      return rest;
    }),
  ) as Value;
}

describe('what is left out', () => {
  test('C4: of any state, nothing but the two', () => {
    fc.assert(
      fc.property(sessionStates, (state) => {
        expect(JSON.parse(JSON.stringify(stateWithoutApps(state)))).toEqual(stripped(state));
      }),
    );
  });

  test("A2, C4: what a session's clients without apps are told folds to what they are shown", () => {
    const actions = anyAction(sessionActions, (type) => (aboutServers.test(type) ? 5 : 1));
    fc.assert(
      fc.property(sessionStates, fc.array(actions, { maxLength: 12 }), (start, log) => {
        let whole: SessionState = start;
        let shown: SessionState = stateWithoutApps(start);
        for (const action of log) {
          whole = reduceSession(whole, action);
          shown = reduceSession(shown, actionWithoutApps(action));
        }
        expect(shown).toEqual(stateWithoutApps(whole));
      }),
      { numRuns: 500 },
    );
  });

  test('A2, C4: so does what is told of agents', () => {
    fc.assert(
      fc.property(rootStates, fc.array(anyAction(rootActions)), (start, log) => {
        let whole: RootState = start;
        let shown: RootState = stateWithoutApps(start);
        for (const action of log) {
          whole = reduceRoot(whole, action);
          shown = reduceRoot(shown, actionWithoutApps(action));
        }
        expect(shown).toEqual(stateWithoutApps(whole));
      }),
    );
  });

  test('A4, C4: a line of the log says what the action itself would have said', () => {
    const actions: fc.Arbitrary<StateAction> = anyAction(sessionActions);
    fc.assert(
      fc.property(actions, (action) => {
        const envelope = { channel: 'ahp-session:/s', action, serverSeq: 3 };
        const told: unknown = JSON.parse(envelopeWithoutApps(JSON.stringify(envelope)));
        expect(told).toEqual(JSON.parse(JSON.stringify({ ...envelope, action: actionWithoutApps(action) })));
      }),
    );
  });

  test('C4: where there is nothing to leave out, it is the same object', () => {
    const state = {
      customizations: [
        { type: 'mcpServer', id: 's' },
        { type: 'plugin', children: [{ type: 'skill' }] },
      ],
    };
    expect(stateWithoutApps(state)).toBe(state);
    const action = { type: 'session/customizationsChanged', customizations: state.customizations };
    expect(actionWithoutApps(action)).toBe(action);
    const json = JSON.stringify({ action: { type: 'chat/delta', content: '"mcpApp"' } });
    expect(envelopeWithoutApps(json)).toBe(json);
  });

  test('C4: a state that many ask for is stripped once', () => {
    const state = { customizations: [{ type: 'mcpServer', id: 's', channel: 'mcp://1' }] };
    expect(stateWithoutApps(state)).toBe(stateWithoutApps(state));
    expect(stateWithoutApps(state)).not.toBe(state);
  });
});

const session = 'ahp-session:/s';
const server = {
  type: 'mcpServer',
  id: 'server',
  uri: 'file:///w/mcp.json',
  name: 'Weather',
  state: { kind: 'ready' },
  channel: 'mcp://secret',
  mcpApp: { capabilities: { serverTools: { listChanged: true } } },
};
const plugin = {
  type: 'plugin',
  id: 'plugin',
  uri: 'file:///p',
  name: 'P',
  children: [{ ...server, id: 'inner' }],
};
const news = [
  { type: 'session/customizationsChanged', customizations: [server, plugin] },
  { type: 'session/customizationUpdated', customization: plugin },
  { type: 'session/mcpServerStateChanged', id: 'server', state: { kind: 'ready' }, channel: 'mcp://secret' },
];
const mentions = (value: unknown) => /mcpApp|mcp:\/\//.test(JSON.stringify(value));

describe.each(['1.0.0', '0.9.0', '0.3.0'])('AHP %s', (version) => {
  async function scene() {
    const host = await engine();
    const maker = new RawClient(host);
    await maker.hello('maker');
    await maker.request('createSession', { channel: session });
    await maker.request('subscribe', { channel: session });
    await maker.request('ping');
    const hello = async (clientId: string, capabilities?: Json) => {
      const client = new RawClient(host);
      await client.hello(clientId, { protocolVersions: [version], ...(capabilities && { capabilities }) });
      return client;
    };
    const append = async (action: { type: string }) => {
      const channel = await host.kernel.load(session);
      if (channel) host.kernel.append(channel, action);
      await host.kernel.settled();
    };
    return { host, append, plain: await hello('plain'), apps: await hello('apps', { mcpApps: {} }) };
  }

  const told = (client: RawClient) =>
    client.received.filter(({ params }) => /ustomization|mcpServer/.test(params?.action?.type ?? ''));

  test('C4: live, clients that render no apps see an ordinary server', async () => {
    const { plain, apps, append } = await scene();
    for (const client of [plain, apps]) await client.request('subscribe', { channel: session });
    for (const action of news) await append(action);
    expect(told(plain)).toHaveLength(3);
    expect(told(plain).map(mentions)).toEqual([false, false, false]);
    expect(told(apps).map(mentions)).toEqual([true, true, true]);
    expect(stripped(told(apps)[0])).toEqual(told(plain)[0]);
  });

  test('C4: so they do in snapshots', async () => {
    const { host, plain, apps, append } = await scene();
    for (const action of news) await append(action);
    const seen = async (client: RawClient) =>
      (await client.request('subscribe', { channel: session }))['result'].snapshot.state as Json;
    const [without, whole] = [await seen(plain), await seen(apps)];
    expect([mentions(without['customizations']), mentions(whole['customizations'])]).toEqual([false, true]);
    expect(without['customizations']).toEqual(stripped(whole['customizations']));
    const late = new RawClient(host);
    const greeting = await late.hello('late', {
      protocolVersions: [version],
      initialSubscriptions: [session],
    });
    expect(mentions(greeting['snapshots'])).toBe(false);
  });

  test('A4, C4: so they do in what they missed, and what they declared holds when they come back', async () => {
    const { host, plain, apps, append } = await scene();
    for (const client of [plain, apps]) await client.request('subscribe', { channel: session });
    await append({ type: 'session/titleChanged', title: 'x' } as { type: string });
    const lastSeenServerSeq = host.kernel.seq;
    for (const client of [plain, apps]) client.cut();
    for (const action of news) await append(action);
    const back = async (clientId: string) => {
      const client = new RawClient(host);
      const { result } = await client.request('reconnect', {
        clientId,
        lastSeenServerSeq,
        subscriptions: [session],
      });
      return { client, result: result as Json };
    };
    const [without, whole] = [await back('plain'), await back('apps')];
    expect([without.result['type'], whole.result['type']]).toEqual(['replay', 'replay']);
    expect([mentions(without.result), mentions(whole.result)]).toEqual([false, true]);
    expect(without.result['actions']).not.toEqual([]);
    for (const action of news.slice(0, 2)) await append(action);
    expect(told(without.client).map(mentions)).toEqual([false, false]);
    expect(told(whole.client).map(mentions)).toEqual([true, true]);
  });
});
