import { describe, expect, it } from 'vitest';
import { Rig, runningCall } from './rig.testkit.ts';

describe('a session in use', () => {
  it('B1: has the servers of the host as entries of their own, started, in one action', async () => {
    const rig = new Rig({ servers: ['a', 'b'] });
    const uri = await rig.session();
    expect(rig.shown(uri)).toMatchObject([
      { type: 'mcpServer', name: 'a', state: { kind: 'starting' } },
      { type: 'mcpServer', name: 'b', state: { kind: 'starting' } },
    ]);
    expect(rig.written(uri)).toEqual(['session/customizationsChanged']);
    rig.equipment.use(uri);
    expect(rig.written(uri)).toEqual([]);
    expect(rig.gateway.running()).toHaveLength(2);
  });

  it('B2, C4: shows state and channel by themselves, and everything else with the entry', async () => {
    const rig = new Rig({ servers: ['a'] });
    const uri = await rig.session();
    rig.written(uri);
    const icons = [{ src: 'https://a.test/icon.png' }];
    rig.gateway.named('a').becomeReady([], { icons });
    expect(rig.written(uri)).toEqual(['session/customizationUpdated', 'session/mcpServerStateChanged']);
    expect(rig.server(uri, 'a')).toMatchObject({
      icons,
      state: { kind: 'ready' },
      channel: 'mcp://channel-1',
      mcpApp: { capabilities: { serverTools: { listChanged: true } } },
    });
    rig.gateway.named('a').become({ kind: 'starting' });
    expect(rig.written(uri)).toEqual(['session/mcpServerStateChanged']);
    expect(rig.server(uri, 'a')).not.toHaveProperty('channel');
    expect(rig.channels.opened.size).toBe(0);
    rig.gateway.named('a').becomeReady([], { icons });
    expect(rig.written(uri)).toEqual(['session/mcpServerStateChanged']);
    expect(rig.server(uri, 'a').channel).toBe('mcp://channel-2');
  });

  it('B4: lets go of its servers after a while without anybody, and takes them again', async () => {
    const rig = new Rig({ servers: ['a'] });
    const uri = await rig.session();
    rig.gateway.named('a').becomeReady(['t']);
    rig.equipment.idle(uri);
    await rig.scheduler.advance(59_000);
    expect(rig.gateway.running()).toHaveLength(1);
    rig.sessions.unload(uri);
    await rig.scheduler.advance(2000);
    expect(rig.gateway.running()).toHaveLength(0);
    expect(rig.server(uri, 'a')).toMatchObject({ state: { kind: 'stopped' } });
    expect(rig.tools(uri)).toEqual([]);
    rig.equipment.use(uri);
    await rig.settled(uri);
    expect(rig.gateway.running()).toHaveLength(1);
  });

  it('D1: is equipped when it is created, although nobody watches it yet', async () => {
    const rig = new Rig({ servers: ['a'] });
    rig.sessions.create('ahp-session:/s');
    rig.equipment.use('ahp-session:/s');
    rig.equipment.idle('ahp-session:/s');
    await rig.scheduler.settle();
    expect(rig.server('ahp-session:/s', 'a').state).toEqual({ kind: 'starting' });
    await rig.scheduler.advance(61_000);
    expect(rig.server('ahp-session:/s', 'a').state).toEqual({ kind: 'stopped' });
    expect(rig.gateway.running()).toHaveLength(0);
  });

  it('B4: keeps its servers when somebody comes back in time', async () => {
    const rig = new Rig({ servers: ['a'] });
    const uri = await rig.session();
    rig.equipment.idle(uri);
    await rig.scheduler.advance(30_000);
    rig.equipment.use(uri);
    await rig.scheduler.advance(120_000);
    expect(rig.gateway.made).toHaveLength(1);
    expect(rig.gateway.running()).toHaveLength(1);
  });

  it('B4: stays equipped when somebody comes while it is being put away', async () => {
    const rig = new Rig({ servers: ['a'] });
    const uri = await rig.session();
    rig.equipment.idle(uri);
    rig.sessions.unload(uri);
    const load = rig.sessions.load.bind(rig.sessions);
    let goOn = (): void => {};
    const slow = new Promise<void>((resolve) => (goOn = resolve));
    rig.sessions.load = async (wanted) => {
      await slow;
      return load(wanted);
    };
    await rig.scheduler.advance(61_000);
    expect(rig.gateway.running()).toHaveLength(0);
    rig.equipment.use(uri);
    goOn();
    await rig.settled(uri);
    expect(rig.gateway.running()).toHaveLength(1);
    expect(rig.server(uri, 'a').state).toEqual({ kind: 'starting' });
  });

  it('B4: lets go at once when it is disposed, also while it is still being equipped', async () => {
    const rig = new Rig({ servers: ['a'] });
    const uri = await rig.session();
    rig.equipment.disposed(uri);
    expect(rig.gateway.running()).toHaveLength(0);
    rig.sessions.create('ahp-session:/other');
    rig.equipment.use('ahp-session:/other');
    rig.equipment.disposed('ahp-session:/other');
    await rig.scheduler.settle();
    expect(rig.gateway.running()).toHaveLength(0);
    expect(rig.shown('ahp-session:/other')).toEqual([]);
    expect(rig.scheduler.pendingTimers).toBe(0);
  });

  it('B4: shares a connection with other sessions unless it wants its own', async () => {
    const rig = new Rig({ servers: ['a'] });
    await rig.session('ahp-session:/1');
    await rig.session('ahp-session:/2');
    expect(rig.gateway.running()).toHaveLength(1);
    const config = await rig.equipment.resolveConfig({ config: { isolation: 'session' } });
    const third = await rig.session('ahp-session:/3', { config });
    expect(rig.gateway.running()).toHaveLength(2);
    rig.dispatch(third, { type: 'session/configChanged', config: { isolation: 'shared' } });
    expect(rig.gateway.running()).toHaveLength(1);
  });

  it('C4: a server is of use without a channel, too', async () => {
    const rig = new Rig({
      servers: ['none', 'broken'],
      sideChannels: {
        open: ({ serverName }) => {
          if (serverName === 'broken') throw new Error('No more channels.');
          return { uri: 'mcp://empty', capabilities: {}, close: () => {} };
        },
      },
    });
    const uri = await rig.session();
    for (const name of ['none', 'broken']) {
      rig.gateway.named(name).becomeReady([`tool-${name}`]);
      expect(rig.server(uri, name).state).toEqual({ kind: 'ready' });
      expect(rig.server(uri, name)).not.toHaveProperty('channel');
      expect(rig.server(uri, name)).not.toHaveProperty('mcpApp');
    }
    await rig.scheduler.advance(200);
    expect(rig.tools(uri)).toHaveLength(2);
    expect(rig.reports).toEqual(['Could not open a channel to "broken": Error: No more channels.']);
  });

  it('B13: never shows the secret of a client that was registered by hand', async () => {
    const rig = new Rig({ servers: ['a'] });
    const uri = await rig.session();
    const oauthClient = { clientId: 'id', clientSecret: 'hush' };
    const resource = { resource: 'https://a.test' };
    rig.gateway.named('a').become({ kind: 'authRequired', reason: 'required', resource, oauthClient });
    expect(rig.server(uri, 'a').state).toEqual({
      kind: 'authRequired',
      reason: 'required',
      resource,
      oauthClient: { clientId: 'id' },
    });
    expect(JSON.stringify(rig.sessions.log)).not.toContain('hush');
  });

  it('B6: writes the tools of a hundred servers a few times, not a hundred times', async () => {
    const names = Array.from({ length: 100 }, (_, index) => `s${index}`);
    const rig = new Rig({ servers: names });
    const uri = await rig.session();
    rig.written(uri);
    for (const name of names) rig.gateway.named(name).becomeReady([`tool-${name}`]);
    await rig.scheduler.advance(1000);
    expect(rig.tools(uri)).toHaveLength(100);
    const lists = rig.written(uri).filter((type) => type === 'session/serverToolsChanged');
    expect(lists).toHaveLength(2);
  });

  it('B6: a turn that begins has the tools of every server that is up', async () => {
    const rig = new Rig({ servers: ['a', 'b'] });
    const uri = await rig.session();
    const ready = rig.equipment.ready(uri, new AbortController().signal);
    rig.gateway.named('a').becomeReady(['first']);
    rig.gateway.named('b').becomeReady(['second']);
    await ready;
    expect(rig.tools(uri)).toEqual(['first', 'second']);
  });
});

describe('starting and stopping', () => {
  it('B3: stops without changing what is wanted, until it is started again', async () => {
    const rig = new Rig({ servers: ['a'] });
    const uri = await rig.session();
    rig.gateway.named('a').becomeReady();
    const { id } = rig.server(uri, 'a');
    rig.dispatch(uri, { type: 'session/mcpServerStopRequested', id });
    expect(rig.gateway.running()).toHaveLength(0);
    expect(rig.server(uri, 'a')).toMatchObject({ state: { kind: 'stopped' } });
    expect(rig.server(uri, 'a')).not.toHaveProperty('enablement');
    rig.dispatch(uri, { type: 'session/mcpServerStartRequested', id });
    expect(rig.server(uri, 'a').state).toEqual({ kind: 'starting' });
    expect(rig.gateway.running()).toHaveLength(1);
  });

  it('B3: a server that was stopped stays so after the host was restarted', async () => {
    const rig = new Rig({ servers: ['a', 'b'] });
    const uri = await rig.session();
    rig.dispatch(uri, { type: 'session/mcpServerStopRequested', id: rig.server(uri, 'a').id });
    rig.equipment.stop();
    const again = new Rig({ servers: ['a', 'b'], sessions: rig.sessions, records: rig.records });
    again.equipment.use(uri);
    await again.settled(uri);
    expect(again.gateway.running().map(({ definition }) => definition.name)).toEqual(['b']);
  });

  it('B3: starts a server anew that had given up', async () => {
    const rig = new Rig({ servers: ['a'] });
    const uri = await rig.session();
    rig.gateway.named('a').become({ kind: 'error', error: { errorType: 'exited', message: 'It exited.' } });
    rig.dispatch(uri, { type: 'session/mcpServerStartRequested', id: rig.server(uri, 'a').id });
    expect(rig.gateway.named('a').restarts).toBe(1);
    expect(rig.server(uri, 'a').state).toEqual({ kind: 'starting' });
  });

  it('J7: tells which servers are starting, until none is', async () => {
    const rig = new Rig({ servers: ['a', 'b'] });
    const uri = await rig.session();
    const told: (readonly string[])[] = [];
    for (const name of ['a', 'b']) rig.gateway.named(name).become({ kind: 'starting' });
    const started = rig.equipment.started(uri, new AbortController().signal, (names) => told.push(names));
    await expect.poll(() => told.length).toBe(1);
    rig.gateway.named('b').become({ kind: 'error', error: { errorType: 'exited', message: 'It exited.' } });
    await expect.poll(() => told.length).toBe(2);
    rig.gateway.named('a').become({ kind: 'ready' });
    await started;
    expect(told).toEqual([['a', 'b'], ['a'], []]);
  });

  it('B3: refuses what cannot be, in a sentence', async () => {
    const rig = new Rig({ servers: ['a'] });
    const uri = await rig.session();
    const { id } = rig.server(uri, 'a');
    const start = (server: string) =>
      rig.dispatch(uri, { type: 'session/mcpServerStartRequested', id: server });
    expect(() => start('nobody')).toThrow("doesn't have this server any more");
    rig.dispatch(uri, {
      type: 'session/customizationToggled',
      id,
      enablement: [{ kind: 'session', enabled: false }],
    });
    expect(() => start(id)).toThrow('"a" is turned off. Turn it on to start it.');
    expect(() =>
      rig.dispatch(uri, { type: 'session/customizationToggled', id: 'nobody', enablement: [] }),
    ).toThrow("doesn't have this customization any more");
    const elsewhere = [{ kind: 'workspace' as const, uri: 'file:///else', enabled: true }];
    expect(() =>
      rig.dispatch(uri, { type: 'session/customizationToggled', id, enablement: elsewhere }),
    ).toThrow('Decide for the session instead');
  });
});

describe('a turn', () => {
  it('B2: waits for servers that start for the first time, and says so', async () => {
    const rig = new Rig({ servers: ['a', 'b'] });
    const uri = await rig.session();
    rig.gateway.named('b').becomeReady();
    let ready = false;
    const waiting = rig.equipment.ready(uri, new AbortController().signal).then(() => (ready = true));
    await rig.scheduler.settle();
    expect(rig.server(uri, 'a').state).toEqual({ kind: 'starting', blocking: true });
    expect(ready).toBe(false);
    rig.gateway.named('a').becomeReady();
    await waiting;
    expect(rig.server(uri, 'a').state).toEqual({ kind: 'ready' });
    await rig.equipment.ready(uri, new AbortController().signal);
    expect(rig.scheduler.pendingTimers).toBe(0);
  });

  it('B2: goes on without a server that takes long, and the next one does not wait for it', async () => {
    const rig = new Rig({ servers: ['a'] });
    const uri = await rig.session();
    let ready = false;
    const waiting = rig.equipment.ready(uri, new AbortController().signal).then(() => (ready = true));
    await rig.scheduler.advance(9900);
    expect(ready).toBe(false);
    await rig.scheduler.advance(200);
    await waiting;
    expect(rig.server(uri, 'a').state).toEqual({ kind: 'starting', blocking: false });
    await rig.equipment.ready(uri, new AbortController().signal);
  });

  it('B2: goes on when the user says so, and stops waiting when it is cancelled', async () => {
    const rig = new Rig({ servers: ['a'] });
    const uri = await rig.session();
    const cancelled = new AbortController();
    const first = rig.equipment.ready(uri, cancelled.signal);
    const second = rig.equipment.ready(uri, new AbortController().signal);
    await rig.scheduler.settle();
    cancelled.abort();
    await first;
    expect(rig.server(uri, 'a').state).toEqual({ kind: 'starting', blocking: true });
    rig.dispatch(uri, { type: 'session/mcpServerBackgroundRequested', id: rig.server(uri, 'a').id });
    await second;
    expect(rig.server(uri, 'a').state).toEqual({ kind: 'starting', blocking: false });
  });

  it('B5: does not wait for a server that starts again', async () => {
    const rig = new Rig({ servers: ['a'] });
    const uri = await rig.session();
    rig.gateway.named('a').becomeReady(['t']);
    rig.gateway.named('a').become({ kind: 'starting' });
    await rig.equipment.ready(uri, new AbortController().signal);
    expect(rig.tools(uri)).toEqual(['t']);
  });
});

describe('tools', () => {
  it('B6, D7: offers what models may use under names that nobody else has', async () => {
    const rig = new Rig({ servers: ['a', 'b'] });
    const uri = await rig.session('ahp-session:/s', {
      activeClients: [{ clientId: 'c', tools: [{ name: 'edit' }] }],
    });
    rig.gateway
      .named('a')
      .becomeReady(['search', 'edit', 'alone', { name: 'hidden', _meta: { ui: { visibility: ['app'] } } }]);
    rig.gateway.named('b').becomeReady(['search']);
    await rig.scheduler.advance(200);
    expect(rig.tools(uri)).toEqual(['a__search', 'a__edit', 'alone', 'b__search']);
    expect(rig.equipment.tool(uri, 'hidden')).toBeUndefined();
    rig.dispatch(uri, { type: 'session/activeClientRemoved', clientId: 'c' });
    await rig.scheduler.advance(200);
    expect(rig.tools(uri)).toEqual(['a__search', 'edit', 'alone', 'b__search']);
  });

  it('B6: says what a call shows, and runs it on its server', async () => {
    const rig = new Rig({ servers: ['a'] });
    const uri = await rig.session();
    const ui = { resourceUri: 'ui://a/view' };
    const tool = { name: 't', title: 'Tee', annotations: { readOnlyHint: true }, _meta: { ui } };
    rig.gateway.named('a').becomeReady([tool]);
    expect(rig.equipment.tool(uri, 't')).toEqual({
      customizationId: rig.server(uri, 'a').id,
      displayName: 'Tee',
      ownName: 't',
      definition: expect.any(String),
      meta: { ui },
      annotations: { readOnlyHint: true },
    });
    rig.gateway.named('a').onCall = async (request, { session }) => ({
      content: [{ type: 'text', text: `${session} ${JSON.stringify(request)}` }],
    });
    const report = await rig.equipment.call(runningCall(uri, 't', { input: '{"x":1}' }));
    expect(report).toMatchObject({
      result: { success: true },
      text: `${uri} {"name":"t","arguments":{"x":1}}`,
    });
    expect(await rig.equipment.call(runningCall(uri, 'gone'))).toMatchObject({
      result: { success: false, error: { code: 'unknownTool' } },
    });
  });

  it('B3: a call ends in words when its server is turned off', async () => {
    const rig = new Rig({ servers: ['a'] });
    const uri = await rig.session();
    rig.gateway.named('a').becomeReady(['t']);
    rig.gateway.named('a').onCall = (_request, { signal }) =>
      new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(new Error('aborted'))),
      );
    const running = rig.equipment.call(runningCall(uri, 't'));
    rig.dispatch(uri, {
      type: 'session/customizationToggled',
      id: rig.server(uri, 'a').id,
      enablement: [{ kind: 'session', enabled: false }],
    });
    expect((await running).text).toBe('a was stopped while the call ran. Start it and try again.');
  });
});
