import { readFileSync } from 'node:fs';
import type { Principal } from '@loggia/access';
import { ManualClock, ManualScheduler } from '@loggia/testing';
import { describe, expect, it } from 'vitest';
import {
  byTest,
  openRig,
  isAlive,
  leaseOf,
  said,
  scriptedServer,
} from './connections/gateway-rig.testkit.ts';
import type { ServerDefinition } from './definition.ts';
import { keyOf } from './pool.ts';

const somebodyElse: Principal = { id: 'else', kind: 'local' };

describe('who shares a connection', () => {
  const request = leaseOf(scriptedServer({}, { env: { A: '1', B: '2' } }));

  it('B4: whoever asks for the same, however it is written down', () => {
    const { transport, ...rest } = request.definition;
    const turned = {
      transport: { ...transport, env: { B: '2', A: '1' } },
      ...rest,
    } as typeof request.definition;
    expect(keyOf({ ...request, definition: turned, holder: 'other' })).toBe(keyOf(request));
  });

  it.each([
    ['another declaration', { server: 'server-2' }],
    ['another definition', { definition: scriptedServer({}, { env: { A: '1', B: '3' } }) }],
    ['another principal', { principal: somebodyElse }],
  ])('B4 B13: not %s', (_, more) => {
    expect(keyOf({ ...request, ...more })).not.toBe(keyOf(request));
  });

  it('B14: another folder only counts in a sandbox that contains it', () => {
    const { transport } = request.definition;
    const sandbox = { folders: [], workspace: true, network: 'none' } as const;
    const definition = { ...request.definition, transport: { ...transport, sandbox } } as ServerDefinition;
    const elsewhere = { folders: ['/elsewhere'] };
    expect(keyOf({ ...request, ...elsewhere })).toBe(keyOf(request));
    expect(keyOf({ ...request, definition, ...elsewhere })).not.toBe(keyOf({ ...request, definition }));
  });

  it('B4: with isolation each holder has its own', () => {
    const definition = { ...request.definition, isolation: 'session' } as const;
    expect(keyOf({ ...request, definition, holder: 'a' })).not.toBe(
      keyOf({ ...request, definition, holder: 'b' }),
    );
    expect(keyOf({ ...request, definition, holder: 'a' })).toBe(
      keyOf({ ...request, definition, holder: 'a' }),
    );
  });
});

describe('B14: processes of one definition', () => {
  const inFolder = (definition: ServerDefinition, folder: string | undefined) =>
    leaseOf(definition, { folders: folder === undefined ? [] : [folder], holder: `holder of ${folder}` });

  it('there is one, however many folders it is used for', async () => {
    const rig = openRig();
    const startedFile = rig.file('started');
    const definition = scriptedServer({ startedFile });
    const leases = [undefined, '/a', '/b', '/c'].map((folder) =>
      rig.gateway.lease(inFolder(definition, folder)),
    );
    await Promise.all(leases.map(({ connection }) => connection.settled()));
    expect(new Set(leases.map(({ connection }) => connection)).size).toBe(1);
    expect(readFileSync(startedFile, 'utf8').trim().split('\n')).toHaveLength(1);
    expect(rig.gateway.users(inFolder(definition, '/b'))).toBe(4);
  });

  it('there is one for each folder once the server asks for its folder', async () => {
    const rig = openRig();
    const definition = scriptedServer();
    const [a, b] = ['/a', '/b'].map((folder) => rig.gateway.lease(inFolder(definition, folder)));
    await a!.connection.settled();
    expect([a!.fits, b!.fits]).toEqual([true, true]);
    const roots = async (lease: typeof a) =>
      said(await lease!.connection.callTool({ name: 'roots' }, byTest));
    // A call for either folder may have made it ask, so it is told none until it asks again.
    expect(await roots(b)).toEqual({ roots: [] });
    expect([a!.fits, b!.fits]).toEqual([true, false]);
    b!.release();
    const moved = rig.gateway.lease(inFolder(definition, '/b'));
    expect(moved.connection).not.toBe(a!.connection);
    await moved.connection.settled();
    expect(await roots(a)).toEqual({ roots: [{ uri: 'file:///a' }] });
    expect(await roots(moved)).toEqual({ roots: [{ uri: 'file:///b' }] });
    expect(rig.gateway.lease(inFolder(definition, '/a')).connection).toBe(a!.connection);
  });

  it('the only session that uses it takes it along to other folders, and the server is told to ask again', async () => {
    const rig = openRig();
    const definition = scriptedServer();
    const lease = (...folders: string[]) =>
      rig.gateway.lease(leaseOf(definition, { folders, holder: 'one' }));
    const first = lease('/a');
    await first.connection.settled();
    const roots = async () => said(await first.connection.callTool({ name: 'roots' }, byTest));
    expect(await roots()).toEqual({ roots: [{ uri: 'file:///a' }] });
    const second = lease('/a', '/b');
    expect(second.connection).toBe(first.connection);
    first.release();
    expect(await roots()).toEqual({ roots: [{ uri: 'file:///a' }, { uri: 'file:///b' }] });
    const other = rig.gateway.lease(leaseOf(definition, { folders: ['/a'], holder: 'other' }));
    expect(other.connection).not.toBe(first.connection);
  });

  it('there is one if the definition sends no folders, and the server is told none', async () => {
    const rig = openRig();
    const connection = await rig.ready(scriptedServer({}, { roots: 'none' }), { folders: ['/a'] });
    expect(said(await connection.callTool({ name: 'roots' }, byTest))).toBeNull();
    expect(rig.open(scriptedServer({}, { roots: 'none' }), { folders: ['/b'] })).toBe(connection);
  });
});

describe('leases', () => {
  it('B3: are counted by holder, and the last one out stops the server', async () => {
    const clock = new ManualClock();
    const scheduler = new ManualScheduler(clock);
    const rig = openRig({ clock, scheduler, limits: { lingerMs: 5000 } });
    const request = leaseOf(scriptedServer(), { holder: 'a' });
    const first = rig.gateway.lease(request);
    const again = rig.gateway.lease(request);
    const other = rig.gateway.lease({ ...request, holder: 'b' });
    expect(other.connection).toBe(first.connection);
    await first.connection.settled();
    const { pid } = first.connection;
    expect(rig.gateway.users(request)).toBe(2);
    first.release();
    first.release();
    expect(rig.gateway.users(request)).toBe(2);
    again.release();
    expect(rig.gateway.users(request)).toBe(1);
    expect(scheduler.pendingTimers).toBe(0);
    other.release();
    expect(rig.gateway.users(request)).toBe(0);
    await scheduler.advance(4999);
    expect(first.connection.state.kind).toBe('ready');
    await scheduler.advance(1);
    expect(first.connection.state.kind).toBe('stopped');
    await rig.gateway.stop();
    expect(isAlive(pid!)).toBe(false);
  });

  it('B3: taken again within a moment, the server was never stopped', async () => {
    const clock = new ManualClock();
    const scheduler = new ManualScheduler(clock);
    const rig = openRig({ clock, scheduler, limits: { lingerMs: 5000 } });
    const lease = rig.gateway.lease(leaseOf(scriptedServer()));
    await lease.connection.settled();
    lease.release();
    await scheduler.advance(4000);
    const next = rig.gateway.lease(leaseOf(scriptedServer()));
    await scheduler.advance(60_000);
    expect(next.connection).toBe(lease.connection);
    expect(next.connection.state.kind).toBe('ready');
  });

  it('B14: a retired server gets a new process, which waits until the old one is gone', async () => {
    const rig = openRig({ limits: { lingerMs: 60_000 } });
    const request = leaseOf(scriptedServer({ stubborn: true }));
    const held = rig.gateway.lease(request);
    await held.connection.settled();
    const pid = held.connection.pid!;
    rig.gateway.retire(request.server);
    expect(held.connection.state.kind).toBe('ready');
    held.release();
    rig.gateway.retire('another');
    expect(held.connection.state.kind).toBe('ready');
    rig.gateway.retire(request.server);
    const { connection } = rig.gateway.lease(request);
    const alive: boolean[] = [];
    connection.onChange(() => alive.push(isAlive(pid)));
    await connection.settled();
    expect(connection.pid).not.toBe(pid);
    expect(connection.state.kind).toBe('ready');
    expect(alive).not.toContain(true);
  });

  it('B5: a failed server that everybody had left gets a fresh start', async () => {
    const rig = openRig({ limits: { lingerMs: 60_000 } });
    const definition = scriptedServer({ failing: 'no' });
    const lease = rig.gateway.lease(leaseOf(definition));
    await lease.connection.settled();
    lease.release();
    expect(rig.gateway.lease(leaseOf(definition)).connection.state.kind).toBe('starting');
  });

  it('B5: after the gateway has stopped nothing starts', async () => {
    const rig = openRig();
    await rig.close();
    const lease = rig.gateway.lease(leaseOf(scriptedServer()));
    expect(lease.connection.state).toEqual({ kind: 'stopped' });
    lease.release();
    expect(rig.gateway.users(leaseOf(scriptedServer()))).toBe(0);
  });
});
