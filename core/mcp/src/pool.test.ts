import type { Principal } from '@loggia/access';
import { ManualClock, ManualScheduler } from '@loggia/testing';
import { describe, expect, it } from 'vitest';
import { openRig, isAlive, leaseOf, scriptedServer } from './connections/gateway-rig.testkit.ts';
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
    ['another workspace', { workspace: '/elsewhere' }],
  ])('B4 B13: not %s', (_, more) => {
    expect(keyOf({ ...request, ...more })).not.toBe(keyOf(request));
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
