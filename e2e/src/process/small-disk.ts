import { execFileSync } from 'node:child_process';
import { closeSync, cpSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { DataDirectory } from './host-process.ts';

const bytes = 32 * 2 ** 20;

/**
 * A disk that a test can fill up, with a data directory on it. Where file systems may be mounted it is one of its own;
 * elsewhere no file of the host may grow beyond what the largest one has, which its writes notice in the same way.
 */
export class SmallDisk implements Disposable {
  readonly #data: DataDirectory;
  /** Whether it is a file system of its own. */
  readonly isMounted: boolean;

  constructor(data: DataDirectory) {
    this.#data = data;
    this.isMounted = mounts(data.path);
  }

  get #filler(): string {
    return path.join(this.#data.path, 'filler');
  }

  /** The disk is full from now on, for this process of the host and for any started later. */
  fill(pid: number): void {
    if (!this.isMounted) return limit(pid, statSync(path.join(this.#data.path, 'loggia.db')).size);
    const file = openSync(this.#filler, 'a');
    try {
      for (const size of [65_536, 4_096, 1]) writeUntilFull(file, Buffer.alloc(size));
    } finally {
      closeSync(file);
    }
    return undefined;
  }

  free(pid: number): void {
    if (this.isMounted) rmSync(this.#filler, { force: true });
    else limit(pid, 'unlimited');
  }

  [Symbol.dispose](): void {
    if (this.isMounted) execFileSync('umount', ['--lazy', this.#data.path]);
    else limit(process.pid, 'unlimited');
  }
}

/** Keeps what is in the directory. */
function mounts(directory: string): boolean {
  const aside = mkdtempSync(path.join(os.tmpdir(), 'loggia-aside-'));
  try {
    cpSync(directory, aside, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=700`, 'tmpfs', directory], {
      stdio: 'ignore',
    });
    cpSync(aside, directory, { recursive: true });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

/** Processes that are started from here inherit it. */
function limit(pid: number, most: number | 'unlimited'): void {
  for (const one of new Set([pid, process.pid])) {
    execFileSync('prlimit', ['--pid', String(one), `--fsize=${most}:unlimited`]);
  }
}

function writeUntilFull(file: number, chunk: Buffer): void {
  try {
    for (;;) writeSync(file, chunk);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
