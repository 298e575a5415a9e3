import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { eventually, isAlive } from '../gateway-rig.testkit.ts';
import { ProcessGuard } from './process-guard.ts';

it.skipIf(process.platform !== 'linux')(
  'K1: the guard ends a group that ignores signals, and what has left it, but none that has ended',
  { timeout: 30_000 },
  async () => {
    const guard = new ProcessGuard({ report: () => {} });
    const env = { ...guard.starting(), PATH: process.env['PATH'] };
    const script = `trap '' TERM HUP; setsid sleep 60 & echo $!; while :; do sleep 1; done`;
    const held = spawn('/bin/sh', ['-c', script], {
      detached: true,
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [told] = (await once(held.stdout, 'data')) as [Buffer];
    const ended = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
    await once(ended, 'spawn');
    guard.started(held.pid!);
    guard.started(ended.pid!)();
    guard.stop();
    await eventually(() => !isAlive(held.pid!) && !isAlive(Number(String(told))));
    expect(isAlive(ended.pid!)).toBe(true);
    ended.kill('SIGKILL');
  },
);
