import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { moment } from '../measure/moment.ts';

const hostMain = fileURLToPath(new URL('./main.js', import.meta.resolve('@loggia/host')));

/** Until then a host that has just started may still be tidying up. */
const restMs = 300;

export interface Start {
  readonly readyMs: number;
  readonly residentMegabytes: number;
}

/** Starts the real host on a data directory, waits until it serves, looks at its memory, and stops it. */
export async function startOnce(directory: string): Promise<Start> {
  const started = moment();
  const flags = ['--port', '0', '--no-open', '--log-level', 'warn', '--data', directory];
  const host = spawn(process.execPath, [hostMain, ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    await readyLine(host);
    const readyMs = moment() - started;
    await sleep(restMs);
    return { readyMs, residentMegabytes: (await residentKilobytes(host.pid)) / 1024 };
  } finally {
    if (host.exitCode === null) {
      host.kill('SIGTERM');
      await once(host, 'exit');
    }
  }
}

function readyLine(host: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    host.stdout?.on('data', (text: Buffer) => {
      if (text.toString().includes('is ready')) resolve();
    });
    host.once('exit', (code) => reject(new Error(`The host ended with ${code} before it was ready.`)));
    host.once('error', reject);
  });
}

async function residentKilobytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => undefined);
  const found = status && /^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1];
  if (found) return Number(found);
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout);
}
