import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { spawnHost } from '../hosts/spawned-host.ts';
import { moment } from '../measure/moment.ts';

/** A host that has just started may still be cleaning up until then. */
const restMs = 300;

export interface Start {
  readonly readyMs: number;
  readonly residentMegabytes: number;
}

/** Starts the real host on a data directory, waits until it serves, reads its memory, and stops it. */
export async function startOnce(directory: string): Promise<Start> {
  const started = moment();
  const host = await spawnHost(directory);
  try {
    const readyMs = moment() - started;
    await sleep(restMs);
    return { readyMs, residentMegabytes: (await residentKilobytes(host.pid)) / 1024 };
  } finally {
    await host.stop();
  }
}

async function residentKilobytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => undefined);
  const found = status && /^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1];
  if (found) return Number(found);
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout);
}
