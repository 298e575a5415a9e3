import { ServerFailure } from '@loggia/mcp';
import { serverExtensions, type ServerSettings } from '@loggia/protocol';
import { describe, expect, it } from 'vitest';
import { sandboxFinding } from './diagnosis.ts';
import { byPerson, folderWith, Rig, uriOf } from './rig.testkit.ts';
import type { AskedBy } from './service.ts';

const settings: ServerSettings = { command: 'added', env: { KEY: 'hush' } };
const person: AskedBy = { person: true, artifacts: [] };
const signIn = { reason: 'required' as const, resource: { resource: 'https://a.test' } };

describe('servers of the host', () => {
  it('D1: are stopped until somebody asks for them, and stop again after a while', async () => {
    const rig = new Rig({ servers: ['a'] });
    rig.gateway.onStart = (connection) => queueMicrotask(() => connection.becomeReady(['t']));
    const listed = await rig.equipment.listServers({});
    expect(serverExtensions['x-loggia/listServers'].result.parse(listed)).toMatchObject({
      servers: [
        { name: 'a', source: { kind: 'host' }, state: { kind: 'stopped' }, enabled: true, trusted: true },
      ],
    });
    expect(rig.gateway.made).toHaveLength(0);
    const { tools, missing } = await rig.equipment.listTools({});
    expect({ tools, missing }).toMatchObject({
      tools: [{ serverName: 'a', tool: { name: 't' } }],
      missing: [],
    });
    expect(rig.gateway.running()).toHaveLength(1);
    await rig.scheduler.advance(299_000);
    await rig.equipment.callTool({ server: 'a', tool: 't' }, byPerson);
    await rig.scheduler.advance(299_000);
    expect(rig.gateway.running()).toHaveLength(1);
    await rig.scheduler.advance(2000);
    expect(rig.gateway.running()).toHaveLength(0);
  });

  it('J4: are listed outside of sessions as they are where they run', async () => {
    const rig = new Rig({ servers: ['a'] });
    await rig.session();
    rig.gateway.named('a').becomeReady(['t']);
    expect((await rig.equipment.listServers({})).servers).toMatchObject([
      { name: 'a', state: { kind: 'ready' }, tools: 1 },
    ]);
  });

  it('H4: that a delegate adds belong to the one artifact that its key is about', async () => {
    const rig = new Rig({ servers: ['a'] });
    const { equipment } = rig;
    const ofArtifact = (...artifacts: string[]): AskedBy => ({ person: false, artifacts });
    const denied = { kind: 'PermissionDenied' };
    const { id } = await equipment.addServer({ name: 'b', settings }, ofArtifact('x'));
    await equipment.addServer({ name: 'mine', settings }, person);
    expect(
      (await equipment.listServers({})).servers.map(({ name, source }) => [name, source.artifact]),
    ).toEqual([
      ['a', undefined],
      ['b', 'x'],
      ['mine', undefined],
    ]);
    // A key for several artifacts, or for none, can't act for one of them.
    for (const by of [ofArtifact(), ofArtifact('x', 'y')])
      await expect(equipment.addServer({ name: 'c', settings }, by)).rejects.toMatchObject(denied);

    // Repeating it changes nothing; anything different must be removed first.
    expect(await equipment.addServer({ name: 'b', settings }, ofArtifact('x'))).toEqual({ id });
    for (const [name, given, by] of [
      ['b', { ...settings, env: {} }, ofArtifact('x')],
      ['b', settings, ofArtifact('y')],
      ['b', settings, person],
      ['mine', settings, ofArtifact('x')],
    ] as const)
      await expect(equipment.addServer({ name, settings: given }, by)).rejects.toMatchObject({
        kind: 'AlreadyExists',
      });

    for (const server of ['a', 'mine', 'b', id]) {
      const by = ofArtifact(server === 'b' || server === id ? 'y' : 'x');
      await expect(equipment.removeServer({ server }, by)).rejects.toMatchObject(denied);
      await expect(equipment.assertControls({ server }, by)).rejects.toMatchObject(denied);
    }
    await expect(equipment.assertControls({}, ofArtifact('x'))).rejects.toMatchObject(denied);
    await equipment.assertControls({ server: 'b' }, ofArtifact('x'));
    for (const server of ['a', 'b', 'mine', undefined]) await equipment.assertControls({ server }, person);

    // It is stored, and deleted with the server: a later server with that name starts fresh.
    const again = new Rig({ records: rig.records }).equipment;
    expect((await again.listServers({})).servers.find(({ name }) => name === 'b')?.source.artifact).toBe('x');
    await again.removeServer({ server: 'b' }, ofArtifact('x'));
    await again.addServer({ name: 'b', settings }, person);
    await expect(again.removeServer({ server: 'b' }, ofArtifact('x'))).rejects.toMatchObject(denied);
  });

  it('D1: can be added and removed, are remembered, and appear in sessions at once', async () => {
    const rig = new Rig({ servers: ['a'] });
    const uri = await rig.session();
    const { id } = await rig.equipment.addServer({ name: 'b', settings }, person);
    expect(rig.server(uri, 'b')).toMatchObject({ id, state: { kind: 'starting' } });
    expect(rig.equipment.declared()).toMatchObject([{ name: 'a' }, { id, name: 'b' }]);
    expect(JSON.stringify([rig.sessions.log, await rig.equipment.listServers({})])).not.toContain('hush');
    const again = new Rig({ records: rig.records });
    expect(await again.equipment.listServers({})).toMatchObject({
      servers: [{ id, source: { kind: 'added' }, transport: { kind: 'stdio', command: 'added' } }],
    });
    await expect(rig.equipment.addServer({ name: 'a', settings }, person)).rejects.toMatchObject({
      kind: 'AlreadyExists',
    });
    await expect(rig.equipment.addServer({ name: 'c', settings: {} }, person)).rejects.toMatchObject({
      kind: 'InvalidParams',
    });
    await expect(rig.equipment.removeServer({ server: 'a' }, person)).rejects.toThrow(
      'declared in file:///host.json',
    );
    await rig.equipment.removeServer({ server: 'b' }, person);
    expect(rig.shown(uri)).toHaveLength(1);
    expect(rig.gateway.running('b')).toHaveLength(0);
    expect(rig.gateway.signedOut).toEqual([id]);
  });

  it('B3: are started, restarted and stopped by name or id', async () => {
    const rig = new Rig({ servers: ['a'] });
    rig.gateway.onStart = (connection) => queueMicrotask(() => connection.becomeReady());
    const { server } = await rig.equipment.startServer({ server: 'a' });
    expect(server).toMatchObject({ state: { kind: 'ready' }, users: 1, tools: 0 });
    const restarting = rig.equipment.restartServer({ server: server.id });
    await expect.poll(() => rig.gateway.named('a').restarts).toBe(1);
    rig.gateway.named('a').becomeReady();
    expect((await restarting).server.restarts).toBe(1);
    expect((await rig.equipment.stopServer({ server: 'a' })).server.state).toEqual({ kind: 'stopped' });
    expect(rig.gateway.running()).toHaveLength(0);
    await expect(rig.equipment.startServer({ server: 'b' })).rejects.toThrow(
      'There is no server "b". There are: a.',
    );
  });

  it('B3: that a person adds start at once, unless she says otherwise', async () => {
    const rig = new Rig();
    const { id } = await rig.equipment.addServer({ name: 'b', settings }, person);
    expect(rig.gateway.running('b')).toHaveLength(1);
    await rig.equipment.addServer({ name: 'c', settings, start: false }, person);
    expect(rig.gateway.running('c')).toHaveLength(0);
    await rig.equipment.addServer({ name: 'd', settings }, { person: false, artifacts: ['x'] });
    expect(rig.gateway.running('d')).toHaveLength(0);
    await rig.equipment.removeServer({ server: id }, person);
    expect(rig.gateway.running('b')).toHaveLength(0);
    expect(rig.gateway.retired).toEqual([id]);
  });

  it('B5: restarted outside of sessions, they restart where they run, and the new tools are told', async () => {
    const rig = new Rig({ servers: ['a'] });
    await rig.session();
    const running = rig.gateway.named('a');
    running.becomeReady(['old']);
    const restarting = rig.equipment.restartServer({ server: 'a' });
    await rig.scheduler.advance(0);
    expect(running.state.kind).toBe('starting');
    running.becomeReady(['new', 'newer']);
    expect((await restarting).server).toMatchObject({ state: { kind: 'ready' }, tools: 2, restarts: 1 });
    expect(rig.gateway.made).toHaveLength(1);
  });

  it('B14: that install a package say so, are answered for soon, and can be canceled by anybody', async () => {
    const rig = new Rig({ servers: ['a'] });
    rig.gateway.onStart = (connection) => {
      connection.installing = 'npx';
      connection.entries.push({ seq: 1, at: '', from: 'stderr', text: 'npm http fetch GET 200' });
    };
    const session = await rig.session();
    const starting = rig.equipment.startServer({ server: 'a' });
    await rig.scheduler.advance(5000);
    expect((await starting).server).toMatchObject({
      state: { kind: 'starting' },
      installing: { by: 'npx', said: 'npm http fetch GET 200' },
    });
    const called = rig.equipment.callTool({ server: 'a', tool: 't' }, byPerson).catch(String);
    await rig.scheduler.advance(30_000);
    expect(await called).toContain('"a" is being installed with npx. Try again when it is ready.');
    const { server } = await rig.equipment.stopServer({ server: 'a' });
    expect(server.installing).toBeUndefined();
    expect(rig.server(session, 'a').state.kind).toBe('error');
  });

  it('B3: are tried again when they had given up', async () => {
    const rig = new Rig({ servers: ['a'] });
    const uri = await rig.session();
    rig.gateway.named('a').become({ kind: 'error', error: { errorType: 'exited', message: 'It exited.' } });
    const starting = rig.equipment.startServer({ session: uri, server: 'a' });
    await expect.poll(() => rig.gateway.named('a').restarts).toBe(1);
    rig.gateway.named('a').becomeReady();
    expect((await starting).server.state).toEqual({ kind: 'ready' });
  });

  it('B5: a start that takes too long is answered with what is known', async () => {
    const rig = new Rig({ servers: ['a'] });
    const starting = rig.equipment.startServer({ server: 'a' });
    await rig.scheduler.advance(31_000);
    expect((await starting).server.state).toEqual({ kind: 'starting' });
    const listing = rig.equipment.listTools({ server: 'a' });
    await rig.scheduler.advance(31_000);
    expect((await listing).missing).toMatchObject([{ reason: expect.stringContaining('still starting') }]);
  });

  it('B3: a name that two servers have must be said by id', async () => {
    const one = folderWith({ '.mcp.json': { mcpServers: { same: { command: 'x' } } } });
    const two = folderWith({ '.mcp.json': { mcpServers: { same: { command: 'y' } } } });
    const rig = new Rig({ plugins: [one, two] });
    const { servers } = await rig.equipment.listServers({});
    await expect(rig.equipment.startServer({ server: 'same' })).rejects.toMatchObject({
      kind: 'InvalidParams',
      message: expect.stringContaining(servers[0]?.id ?? '?'),
    });
  });
});

describe('calling a tool outside any chat', () => {
  it('B6: answers with what the server said, and fails as the server failed', async () => {
    const rig = new Rig({ servers: ['a'] });
    rig.gateway.onStart = (connection) => queueMicrotask(() => connection.becomeReady(['t']));
    const answer = { content: [{ type: 'odd', x: 1 }], structuredContent: { y: 2 }, _meta: { z: 3 } };
    await rig.equipment.startServer({ server: 'a' });
    const connection = rig.gateway.named('a');
    connection.onCall = async () => answer;
    expect(await rig.equipment.callTool({ server: 'a', tool: 't' }, byPerson)).toEqual(answer);
    connection.onCall = () => Promise.reject(new ServerFailure('refused', 'No such tool', { code: -32602 }));
    await expect(rig.equipment.callTool({ server: 'a', tool: 't' }, byPerson)).rejects.toMatchObject({
      code: -32602,
    });
    connection.onCall = () => Promise.reject(new ServerFailure('timeout', 'It took too long.'));
    await expect(rig.equipment.callTool({ server: 'a', tool: 't' }, byPerson)).rejects.toMatchObject({
      kind: 'Unavailable',
    });
    connection.onCall = () => Promise.reject(connection.demandSignIn(signIn));
    const refused = { kind: 'AuthRequired', data: { resources: [signIn.resource], reason: 'required' } };
    await expect(rig.equipment.callTool({ server: 'a', tool: 't' }, byPerson)).rejects.toMatchObject(refused);
    // Now it waits for the sign-in, and doesn't get the call.
    await expect(rig.equipment.callTool({ server: 'a', tool: 't' }, byPerson)).rejects.toMatchObject(refused);
    expect(connection.calls).toHaveLength(4);
    expect(rig.gateway.missedCalls).toEqual([expect.stringContaining('a t failed: ')]);
  });

  it('C7: says who calls, and is on record where it does not get to the server', async () => {
    const rig = new Rig({ servers: ['a'] });
    const asked: unknown[] = [];
    rig.gateway.onStart = (connection) => {
      connection.onCall = async (_, { caller }) => {
        asked.push(caller);
        return {};
      };
      queueMicrotask(() => connection.becomeReady(['t']));
    };
    await rig.equipment.callTool({ server: 'a', tool: 't' }, byPerson);
    expect([asked, rig.gateway.missedCalls]).toEqual([[byPerson], []]);
    await expect(rig.equipment.callTool({ server: 'nobody', tool: 't' }, byPerson)).rejects.toThrow(
      'There is no server "nobody"',
    );
    expect(rig.gateway.missedCalls).toEqual([
      expect.stringContaining('nobody t failed: ProtocolError: There is no server "nobody".'),
    ]);
  });
});

describe('sessions', () => {
  it('D5: can be looked at without being in use, and nothing starts', async () => {
    const rig = new Rig({ servers: ['a'] });
    rig.sessions.create('ahp-session:/s');
    expect((await rig.equipment.listServers({ session: 'ahp-session:/s' })).servers).toHaveLength(1);
    expect(rig.gateway.made).toHaveLength(0);
    await expect(rig.equipment.listServers({ session: 'ahp-session:/none' })).rejects.toMatchObject({
      kind: 'SessionNotFound',
    });
  });

  it('B5: the log of a server can be read after it stopped', async () => {
    const rig = new Rig({ servers: ['a'] });
    const uri = await rig.session();
    const line = { seq: 1, at: '2026-01-01T00:00:00.000Z', from: 'stderr', text: 'oh no' };
    rig.gateway.named('a').entries.push(line);
    await rig.equipment.stopServer({ session: uri, server: 'a' });
    expect(await rig.equipment.serverLogs({ session: uri, server: 'a' })).toEqual({
      entries: [line],
      dropped: 0,
    });
  });
});

describe('diagnosis', () => {
  it('L5: says in words what is wrong with what', async () => {
    const folder = folderWith({ '.mcp.json': { mcpServers: { w: { command: 'w' } } } });
    const plugin = folderWith({ '.mcp.json': '{ "p": { "command": 7 } }' });
    const rig = new Rig({ servers: ['good', 'bad', 'auth', 'slow'], plugins: [plugin] });
    const uri = await rig.session('ahp-session:/s', { workingDirectories: [uriOf(folder)] });
    rig.gateway.named('good').becomeReady(['t']);
    const error = { errorType: 'exited', message: 'The server exited with code 1.' };
    rig.gateway
      .named('bad')
      .entries.push({ seq: 1, at: '2026-01-01T00:00:00.000Z', from: 'stderr', text: 'No such module' });
    rig.gateway.named('bad').become({ kind: 'error', error });
    rig.gateway.named('auth').demandSignIn(signIn);
    await rig.scheduler.advance(5000);
    const { findings } = await rig.equipment.diagnose({ session: uri });
    const said = findings.map(({ server, level, problem }) => `${level} ${server ?? '-'}: ${problem}`);
    expect(said).toEqual([
      expect.stringMatching(/^error -: .*\.mcp\.json:1: /),
      expect.stringMatching(/^warning -: \.mcp\.json: Nothing of ".mcp.json" runs before you trust/),
      'ok good: "good" is ready with 1 tool.',
      'error bad: "bad" does not run: The server exited with code 1. It wrote last:\nNo such module',
      'warning auth: "auth" asks for a sign-in.',
      'warning slow: "slow" is still starting after 5 s.',
      expect.stringMatching(/^error p: .*"command" must be text in quotes\. Correct it in file:/),
      expect.stringMatching(/^warning w: Nothing of/),
    ]);
    // Remedies are data, so that each client can offer them in its own words.
    expect(findings.map(({ advice = '-', remedy }) => [remedy?.kind, advice])).toEqual([
      [undefined, '-'],
      ['trust', '-'],
      [undefined, '-'],
      ['restart', 'Put that right, then start it again.'],
      ['signIn', 'Sign in to it.'],
      ['readLog', 'If it takes longer than it should, look at its log.'],
      [undefined, '-'],
      ['trust', '-'],
    ]);
    expect(findings.flatMap(({ remedy }) => remedy?.source ?? [])).toEqual([uriOf(folder), uriOf(folder)]);
    expect(serverExtensions['x-loggia/diagnose'].result.safeParse({ findings }).success).toBe(true);
    expect((await new Rig().equipment.diagnose({})).findings).toMatchObject([
      { level: 'ok', remedy: { kind: 'addServer' } },
      { level: 'ok', problem: 'Servers can run in a sandbox, with /usr/bin/bwrap.' },
    ]);
  });

  it('L5: outside of sessions it tries what is stopped', async () => {
    const rig = new Rig({ servers: ['a'] });
    const error = { errorType: 'notFound', message: 'There is no program "a" on the PATH.' };
    rig.gateway.onStart = (connection) => queueMicrotask(() => connection.become({ kind: 'error', error }));
    expect((await rig.equipment.diagnose({})).findings).toEqual([
      {
        server: 'a',
        level: 'error',
        problem: '"a" does not run: There is no program "a" on the PATH.',
        advice: 'Put that right, then start it again.',
        remedy: { kind: 'restart' },
      },
      { level: 'ok', problem: 'Servers can run in a sandbox, with /usr/bin/bwrap.' },
    ]);
  });

  it('SE14: says why servers cannot run in a sandbox', async () => {
    const rig = new Rig();
    const missing = { available: false, problem: 'It is missing.', advice: 'Get it.' } as const;
    rig.gateway.sandboxing = async () => missing;
    expect((await rig.equipment.diagnose({})).findings.at(-1)).toEqual({
      level: 'note',
      problem: 'It is missing. No server asks for a sandbox.',
    });
    expect(sandboxFinding(missing, true)).toEqual({
      level: 'note',
      problem: 'It is missing.',
      advice: 'Get it.',
    });
  });
});
