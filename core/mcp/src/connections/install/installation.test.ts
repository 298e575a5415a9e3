import { ManualClock, ManualScheduler } from '@loggia/testing';
import { describe, expect, it } from 'vitest';
import type { ProcessActivity } from '../launch/process-activity.ts';
import { Installation } from './installation.ts';
import { installerOf, type Installer } from './installer.ts';

const installer = (command: string, ...args: string[]): Installer =>
  installerOf({ kind: 'stdio', command, args, env: {} })!;

function started(by: Installer) {
  const scheduler = new ManualScheduler(new ManualClock());
  const seen = { changes: 0, stalledAfter: 0 };
  const processes: ProcessActivity[] = [{ pid: 1, ticks: 0, bytes: 0, command: 'npm', environment: '' }];
  const installation = new Installation({
    installer: by,
    scheduler,
    activity: () => Promise.resolve([...processes]),
    changed: () => (seen.changes += 1),
    stalled: (ms) => (seen.stalledAfter = ms),
  });
  const work = (more: Partial<ProcessActivity>) => {
    processes[0] = { ...processes[0]!, ...more };
  };
  /** In steps, because each look is asynchronous. */
  const pass = async (minutes: number, each: (step: number) => void = () => {}) => {
    for (let step = 1; step <= minutes * 30; step += 1) {
      each(step);
      await scheduler.advance(2000);
      await Promise.resolve();
    }
  };
  return { installation, processes, seen, work, pass, scheduler };
}

describe('B14: an installation', () => {
  it.each<[string, (step: number) => Partial<ProcessActivity>]>([
    ['the processor', (step) => ({ ticks: step * 5 })],
    ['the disk or the network', (step) => ({ bytes: step * 100_000 })],
  ])('has as long as its processes use %s', async (_, doing) => {
    const { installation, seen, work, pass } = started(installer('npx', 'tickets'));
    await pass(60, (step) => work(doing(step)));
    expect(installation.isRunning).toBe(true);
    expect(seen.stalledAfter).toBe(0);
  });

  it('has as long as it prints something', async () => {
    const { installation, seen, pass } = started(installer('yarn', 'dlx', 'tickets'));
    await pass(60, (step) => step % 100 === 0 && installation.heard('Fetching…'));
    expect(seen.stalledAfter).toBe(0);
  });

  it('is given up after five minutes in which nothing happens, later where processes cannot be seen', async () => {
    const seenOne = started(installer('npx', 'tickets'));
    await seenOne.pass(6, (step) => seenOne.work({ ticks: Math.floor(step / 10) }));
    expect(seenOne.seen.stalledAfter).toBe(5 * 60_000);
    const unseen = started(installer('npx', 'tickets'));
    unseen.processes.splice(0);
    await unseen.pass(14);
    expect(unseen.seen.stalledAfter).toBe(0);
    await unseen.pass(2);
    expect(unseen.seen.stalledAfter).toBe(15 * 60_000);
  });

  it('of npx is over when the program of the package runs, not when a script of the installation does', async () => {
    const { installation, processes, seen, pass, scheduler } = started(installer('npx', 'tickets'));
    const child = { pid: 2, ticks: 0, bytes: 0, command: 'sh' };
    processes.push({ ...child, environment: 'A=1\nnpm_lifecycle_event=postinstall\n' });
    await pass(1);
    expect(installation.isRunning).toBe(true);
    processes.push({ ...child, pid: 3, environment: 'npm_lifecycle_event=npx\nA=1\n' });
    await pass(1);
    expect(installation.isRunning).toBe(false);
    expect(seen.changes).toBe(1);
    expect(scheduler.pendingTimers).toBe(0);
  });

  it('of a container lasts from the first word about pulling to the last', async () => {
    const { installation, seen } = started(installer('docker', 'run', '-i', 'tickets'));
    expect(installation.isRunning).toBe(false);
    installation.heard("Unable to find image 'tickets:latest' locally");
    expect(installation.isRunning).toBe(true);
    installation.heard('b1: Download complete');
    expect(installation.isRunning).toBe(true);
    installation.heard('Status: Downloaded newer image for tickets:latest');
    expect(installation.isRunning).toBe(false);
    expect(seen.changes).toBe(2);
  });

  it('of uvx is over when it says so', () => {
    const { installation } = started(installer('uvx', 'tickets'));
    installation.heard('Downloading numpy (15.2MiB)');
    expect(installation.isRunning).toBe(true);
    installation.heard('Installed 31 packages in 84ms');
    expect(installation.isRunning).toBe(false);
  });

  it('is over when the server speaks, and says nothing after its end', async () => {
    const { installation, seen, scheduler } = started(installer('bunx', 'tickets'));
    installation.end();
    installation.end();
    installation.heard('Installing…');
    expect([installation.isRunning, seen.changes, scheduler.pendingTimers]).toEqual([false, 1, 0]);
  });
});
