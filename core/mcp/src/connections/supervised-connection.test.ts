import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { ManualClock, ManualScheduler } from '@loggia/testing';
import { describe, expect, it } from 'vitest';
import type { ServerFailure } from '../failures.ts';
import {
  byTest,
  eventually,
  leaseOf,
  openRig,
  said,
  scriptedServer,
  texts,
  whenever,
} from './gateway-rig.testkit.ts';
import { notStarted } from './launch/not-started.ts';
import { StartGates } from './start-gate.ts';
import { FairShare } from './traffic/fair-share.ts';
import { defaultTrafficLimits } from './traffic/limits.ts';
import { SupervisedConnection } from './supervised-connection.ts';

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: ServerFailure) => error,
  );

describe('start', () => {
  it('B2 B4: a server becomes ready with what it says of itself and all pages of its tools, nothing left out', async () => {
    const rig = openRig();
    const connection = rig.open(scriptedServer());
    expect(connection.state).toEqual({ kind: 'starting' });
    await connection.settled();
    expect(connection.state).toEqual({ kind: 'ready' });
    expect(connection.facts).toEqual({
      name: 'scripted',
      version: '1.0.0',
      title: 'Scripted',
      icons: [{ src: 'data:,', contentType: 'image/png' }],
      instructions: 'Be kind.',
      protocolVersion: '2025-11-25',
      era: 'legacy',
      tools: { listChanged: true },
      logging: true,
    });
    expect(connection.tools.length).toBeGreaterThan(10);
    expect(connection.tools[0]).toEqual({
      name: 'echo',
      inputSchema: { type: 'object' },
      outputSchema: { type: 'object', required: ['never'] },
      invented: true,
    });
    expect(connection.pid).toBeGreaterThan(0);
  });

  it('B5: a program that does not exist is an error at once, with what to do, and is not tried again', async () => {
    const rig = openRig();
    const connection = rig.open({
      name: 'Missing',
      transport: { kind: 'stdio', command: 'loggia-no-such-program', args: [], env: {} },
    });
    await connection.settled();
    expect(connection.state).toEqual({
      kind: 'error',
      error: {
        errorType: 'mcpServer',
        message:
          'There is no program "loggia-no-such-program" on the PATH. Install it or correct the command.',
      },
    });
    expect(connection.restarts).toBe(0);
    const failure = await failureOf(connection.callTool({ name: 'echo' }, byTest));
    expect(failure).toMatchObject({ kind: 'unavailable', message: expect.stringContaining('on the PATH') });
  });

  it('B5: a working directory that does not exist is named', async () => {
    const rig = openRig();
    const definition = scriptedServer();
    const connection = rig.open({
      ...definition,
      transport: { ...definition.transport, cwd: '/no/such/place' } as typeof definition.transport,
    });
    await connection.settled();
    expect(connection.state).toMatchObject({
      error: {
        message: 'There is no directory "/no/such/place". Create it or correct the working directory.',
      },
    });
  });

  it('B5: a server that fails at its start says why, is tried again, and is given up after so many failures', async () => {
    const rig = openRig();
    const startedFile = rig.file('started');
    const words =
      'node:internal/loader\n  throw err;\nError: connect ECONNREFUSED 127.0.0.1:1\n    at x (y:1)\n\nNode.js v20.0.0';
    const connection = rig.open(scriptedServer({ failing: words, startedFile }));
    const seen: string[] = [];
    connection.onChange(() => seen.push(connection.state.kind));
    await connection.settled();
    const reason = 'The server exited with code 1: Error: connect ECONNREFUSED 127.0.0.1:1';
    expect(connection.state).toMatchObject({
      kind: 'error',
      error: {
        message: `${reason}. It was started 4 times in a row without success. Fix the cause, then start it again.`,
      },
    });
    expect(readFileSync(startedFile, 'utf8').trim().split('\n')).toHaveLength(4);
    expect(seen).toEqual(['error', 'starting', 'error', 'starting', 'error', 'starting', 'error']);
    expect(texts(connection)).toContain(reason);
  });

  it('B5: a missing key is told after the first try; once the server has been up, it is tried again', async () => {
    const rig = openRig();
    const startedFile = rig.file('started');
    const broken = rig.file('broken');
    writeFileSync(broken, '');
    const failing = 'Error: TICKETS_API_KEY is required';
    const connection = rig.open(scriptedServer({ failing, failingWhile: broken, startedFile }));
    await connection.settled();
    expect(connection.state).toMatchObject({
      kind: 'error',
      error: { message: `The server exited with code 1: ${failing}` },
    });
    const starts = () => readFileSync(startedFile, 'utf8').trim().split('\n').length;
    expect(starts()).toBe(1);
    rmSync(broken);
    connection.restart();
    await connection.settled();
    expect(connection.state.kind).toBe('ready');
    writeFileSync(broken, '');
    await failureOf(connection.callTool({ name: 'exit', arguments: { code: 1, words: 'gone' } }, byTest));
    await connection.settled();
    expect(starts()).toBeGreaterThan(3);
  });

  it('B5: what gave up starts anew on request', async () => {
    const rig = openRig();
    const broken = rig.file('broken');
    writeFileSync(broken, '');
    const connection = rig.open(scriptedServer({ failing: 'no', failingWhile: broken }));
    await connection.settled();
    expect(connection.state.kind).toBe('error');
    rmSync(broken);
    connection.restart();
    expect(connection.state.kind).toBe('starting');
    await connection.settled();
    expect(connection.state.kind).toBe('ready');
  });

  it('B5: a server that is not ready in time is stopped, with its last words in the reason', async () => {
    const rig = openRig();
    const connection = rig.open(scriptedServer({ silent: true, stubborn: true }, { startWithinMs: 600 }));
    await connection.settled();
    expect(connection.state).toMatchObject({
      kind: 'error',
      error: {
        message: expect.stringMatching(
          /^The server was not ready within 0\.6 seconds\..* Its last output: child \d+$/,
        ),
      },
    });
    expect(connection.pid).toBeUndefined();
  });
});

describe('crash', () => {
  it('B5: kill -9 in the middle of a call fails it at once with the reason, and the server is back by itself', async () => {
    const rig = openRig();
    const connection = await rig.ready(scriptedServer());
    const before = connection.tools;
    const states: string[] = [];
    connection.onChange((change) => {
      if (change === 'state') states.push(connection.state.kind);
    });
    const waiting = failureOf(connection.callTool({ name: 'wait' }, byTest));
    await connection.callTool({ name: 'echo' }, byTest);
    const { pid } = connection;
    const killedAt = performance.now();
    process.kill(pid!, 'SIGKILL');
    expect(await waiting).toMatchObject({ kind: 'unavailable', message: 'The server was ended by SIGKILL.' });
    expect(performance.now() - killedAt).toBeLessThan(1000);
    expect(connection.tools).toBe(before);
    await connection.settled();
    expect(states).toEqual(['starting', 'starting', 'ready']);
    expect(connection.pid).not.toBe(pid);
    expect(connection.restarts).toBe(1);
    expect(connection.tools).toEqual(before);
    expect(await connection.callTool({ name: 'echo', arguments: { a: 1 } }, byTest)).toMatchObject({
      structuredContent: [{ a: 1 }],
    });
    expect(texts(connection)).toContain('The server was ended by SIGKILL.');
  });

  it('B5: a call while the server is on its way back waits for it', async () => {
    const rig = openRig();
    const connection = await rig.ready(scriptedServer());
    await failureOf(
      connection.callTool({ name: 'exit', arguments: { code: 7, words: 'fatal: out of disk' } }, byTest),
    );
    expect(connection.state.kind).toBe('starting');
    expect(texts(connection)).toContain('The server exited with code 7: fatal: out of disk');
    expect(said(await connection.callTool({ name: 'progress' }, byTest))).toBe('done');
  });

  it('B5: waits longer after each failure, gives up at the ceiling, and forgets failures of long ago', async () => {
    const clock = new ManualClock();
    const scheduler = new ManualScheduler(clock);
    const rig = openRig({
      clock,
      scheduler,
      limits: { backOff: { firstMs: 500, mostMs: 1500, ceiling: 4, provenMs: 30_000 } },
    });
    const connection = rig.open(scriptedServer({}));
    await connection.settled();
    const waits: number[] = [];
    const crash = async () => {
      const call = failureOf(
        connection.callTool({ name: 'exit', arguments: { code: 1, words: 'gone' } }, byTest),
      );
      expect(await call).toMatchObject({ kind: 'unavailable' });
      if (connection.state.kind !== 'starting') return;
      waits.push(scheduler.nextTimerAt! - clock.now());
      await scheduler.advance(scheduler.nextTimerAt! - clock.now());
      await connection.settled();
    };
    await crash();
    await crash();
    // It stays up long enough to reset the failure count.
    clock.advance(30_000);
    await crash();
    await crash();
    await crash();
    await crash();
    expect(waits).toEqual([375, 750, 375, 750, 1125]);
    expect(connection.state).toMatchObject({
      kind: 'error',
      error: { message: expect.stringContaining('4 times in a row') },
    });
    expect(scheduler.pendingTimers).toBe(0);
  });

  it('SE8: while the machine is short of something, it is tried on and on, and nobody waits beyond the ceiling', async () => {
    const clock = new ManualClock();
    const scheduler = new ManualScheduler(clock);
    const { authority, recorder } = openRig();
    const tooManyProcesses = Object.assign(new Error('spawn node EAGAIN'), { code: 'EAGAIN' });
    const connection = new SupervisedConnection(leaseOf(scriptedServer()), {
      clock,
      scheduler,
      random: () => 0.5,
      clientInfo: { name: 'loggia', version: '0.0.0' },
      uiMimeTypes: [],
      authority,
      recorder,
      launcher: { launch: () => Promise.reject(notStarted('node', tooManyProcesses)) },
      gates: new StartGates(1),
      crowd: new FairShare(clock),
      limits: {
        ...{ startMs: 1000, callMs: 1000, messageBytes: 1000, endMs: 100, tools: 10 },
        traffic: defaultTrafficLimits,
        backOff: { firstMs: 500, mostMs: 1500, ceiling: 3, provenMs: 30_000 },
      },
      report: () => {},
    });
    for (let tries = 1; tries <= 6; tries += 1) {
      await whenever(connection, () => connection.state.kind === 'error');
      expect(connection.restarts).toBe(tries - 1);
      if (tries >= 3) await connection.settled();
      await scheduler.advance(scheduler.nextTimerAt! - clock.now());
    }
    expect(connection.state).toMatchObject({
      error: { message: expect.stringContaining('too many processes are running. End some of them') },
    });
    await connection.stop();
    expect(scheduler.pendingTimers).toBe(0);
  });

  it('B5: nothing runs by the clock while a server is idle', async () => {
    const clock = new ManualClock();
    const scheduler = new ManualScheduler(clock);
    const rig = openRig({ clock, scheduler });
    const connection = await rig.ready(scriptedServer());
    await connection.callTool({ name: 'echo' }, byTest);
    expect(scheduler.pendingTimers).toBe(0);
  });
});

describe('tools', () => {
  it('B5: list_changed is honored, once for a burst', async () => {
    const rig = openRig();
    const connection = await rig.ready(scriptedServer());
    let changes = 0;
    connection.onChange((change) => {
      if (change === 'tools') changes += 1;
    });
    await connection.callTool({ name: 'grow', arguments: { name: 'grown' } }, byTest);
    await whenever(connection, () => connection.tools.some((tool) => tool.name === 'grown'));
    expect(changes).toBe(1);
  });

  it('B5: tools are read anew after a restart', async () => {
    const rig = openRig();
    const connection = await rig.ready(scriptedServer());
    await connection.callTool({ name: 'grow', arguments: { name: 'grown' } }, byTest);
    await whenever(connection, () => connection.tools.some((tool) => tool.name === 'grown'));
    connection.restart();
    await connection.settled();
    expect(connection.tools.some((tool) => tool.name === 'grown')).toBe(false);
    expect(connection.restarts).toBe(1);
  });
});

describe('stop', () => {
  it('B3: stopping fails what is under way, ends the process, and is final', async () => {
    const rig = openRig();
    const connection = await rig.ready(scriptedServer());
    const { pid } = connection;
    const waiting = failureOf(connection.callTool({ name: 'wait' }, byTest));
    await connection.callTool({ name: 'echo' }, byTest);
    await rig.close();
    expect(await waiting).toMatchObject({ kind: 'unavailable', message: 'The server was stopped.' });
    expect(connection.state).toEqual({ kind: 'stopped' });
    expect(() => process.kill(pid!, 0)).toThrow('ESRCH');
    connection.restart();
    expect(connection.state).toEqual({ kind: 'stopped' });
    expect(await failureOf(connection.callTool({ name: 'echo' }, byTest))).toMatchObject({
      kind: 'unavailable',
    });
  });

  it('B5: stopping in the middle of a start leaves nothing behind', async () => {
    const rig = openRig();
    const startedFile = rig.file('started');
    const connection = rig.open(scriptedServer({ silent: true, startedFile }));
    await eventually(() => {
      try {
        return readFileSync(startedFile, 'utf8').includes('\n');
      } catch {
        return false;
      }
    });
    const pid = Number(readFileSync(startedFile, 'utf8'));
    await rig.close();
    expect(connection.state).toEqual({ kind: 'stopped' });
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});
