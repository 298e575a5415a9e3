import { open, readFile, rm, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandFailed } from '../failure.ts';
import { isRunning } from '../host/is-running.ts';

export interface FileLockLimits {
  /** How long to wait for the holder. */
  readonly waitMs: number;
  /** Nobody holds one for longer than this and lives: whatever is older was left behind. */
  readonly staleMs: number;
  readonly retryMs: number;
}

export const defaultLockLimits: FileLockLimits = { waitMs: 60_000, staleMs: 120_000, retryMs: 25 };

/** Runs the function while no other process runs one under the same file. Locks of processes that died are broken. */
export async function withFileLock<Value>(
  file: string,
  run: () => Promise<Value>,
  limits: FileLockLimits = defaultLockLimits,
): Promise<Value> {
  const mine = `${process.pid} ${crypto.randomUUID()}`;
  const until = performance.now() + limits.waitMs;
  while (!(await created(file, mine))) {
    if (await isAbandoned(file, limits.staleMs)) {
      await breakLock(file, limits.staleMs);
    } else if (performance.now() > until) {
      throw new CommandFailed(
        'failed',
        `Another loggia command is busy with ${file}. End it, then try again.`,
      );
    } else {
      // A little apart, so that those who wait together do not try together.
      await sleep(limits.retryMs * (0.5 + Math.random()));
    }
  }
  try {
    return await run();
  } finally {
    if ((await contentOf(file)) === mine) await rm(file, { force: true });
  }
}

async function created(file: string, content: string): Promise<boolean> {
  try {
    const handle = await open(file, 'wx', 0o600);
    try {
      await handle.writeFile(content);
    } finally {
      await handle.close();
    }
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function isAbandoned(file: string, staleMs: number): Promise<boolean> {
  const [content, facts] = await Promise.all([contentOf(file), stat(file).catch(() => undefined)]);
  // It was let go meanwhile.
  if (content === undefined || facts === undefined) return false;
  if (Date.now() - facts.mtimeMs > staleMs) return true;
  const pid = Number(content.split(' ')[0]);
  // Empty means that its owner has made it and is about to write into it.
  return Number.isSafeInteger(pid) && pid > 0 && !isRunning(pid);
}

/**
 * Removes an abandoned lock. Two processes that do this at once could remove each other's new lock instead of the old
 * one, so it needs a lock of its own, under which the old one is checked again.
 */
export async function breakLock(file: string, staleMs: number): Promise<void> {
  const breaking = `${file}.breaking`;
  if (!(await created(breaking, String(process.pid)))) {
    if (await isAbandoned(breaking, staleMs)) await rm(breaking, { force: true });
    return;
  }
  try {
    if (await isAbandoned(file, staleMs)) await rm(file, { force: true });
  } finally {
    await rm(breaking, { force: true });
  }
}

async function contentOf(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined);
}
