import { readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errnoOf } from '@loggia/access';
import { DirectoryInUse, lockFiles } from '@loggia/storage';
import { syncFolder } from './durable-copy.ts';
import { RestoreFailed } from './restore-failed.ts';
import type { RestoreLocks } from './restore-locks.ts';
import { asideName, exists, partialOf } from './restore-places.ts';

export interface Switch {
  readonly directory: string;
  readonly locks: RestoreLocks;
  readonly now: number;
  step(name: 'settingAside' | 'puttingInPlace' | 'finishing'): void;
}

const attempts = 50;
const betweenMs = 100;

/**
 * Renames the data directory and gives its name to the restored one. Returns where the earlier data is, if there was
 * any. At every instant, both exist completely under one name or another.
 */
export async function switchData(work: Switch): Promise<string | undefined> {
  const { directory, locks } = work;
  const moved: string[] = [];
  // A host that starts between the two renames creates the directory again. It notices the restore and stops.
  for (let attempt = 1; !(await tryOnce(work, moved)); attempt++) {
    if (attempt === attempts) throw new RestoreFailed(occupied(directory, moved));
    await sleep(betweenMs);
  }
  work.step('finishing');
  await syncFolder(path.dirname(directory)).catch((cause: unknown) => {
    throw new RestoreFailed(
      `The restored data is in ${directory}, but the disk reported an error (${errnoOf(cause) ?? String(cause)}). Check the disk before you start the host.${earlier(moved[0])}`,
      { cause },
    );
  });
  const kept: string[] = [];
  for (const folder of moved) {
    if (await hasData(folder)) kept.push(folder);
  }
  // Locks remove these files themselves, but only where their directory was when they were taken.
  for (const folder of [directory, ...moved])
    for (const name of lockFiles.slice(1)) await rm(path.join(folder, name), { force: true });
  locks.release();
  const empty = moved.filter((folder) => !kept.includes(folder));
  for (const folder of empty) await rm(folder, { recursive: true }).catch(() => undefined);
  return kept[0];
}

/** False if another process has the directory now. */
async function tryOnce({ directory, locks, now, step }: Switch, moved: string[]): Promise<boolean> {
  let aside: string | undefined;
  if (await exists(directory)) {
    try {
      locks.lockDirectory();
    } catch (error) {
      if (error instanceof DirectoryInUse && moved.length > 0) return false;
      throw error;
    }
    aside = await asideName(directory, now);
    step('settingAside');
    locks.beforeRename();
    await rename(directory, aside).catch((error: unknown) => {
      throw cannotRename(directory, error);
    });
    locks.directoryMoved();
    moved.push(aside);
  }
  step('puttingInPlace');
  try {
    locks.beforeRename();
    await rename(partialOf(directory), directory);
    return true;
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST'].includes(errnoOf(error) ?? '')) return false;
    if (aside !== undefined)
      await rename(aside, directory).catch((cause: unknown) => {
        throw new RestoreFailed(
          `The data could not be put in place (${errnoOf(cause) ?? String(cause)}).${earlier(aside)} Rename that folder to ${directory} to use it again.`,
          { cause },
        );
      });
    throw cannotRename(directory, error);
  }
}

async function hasData(folder: string): Promise<boolean> {
  return (await readdir(folder)).some((name) => !lockFiles.includes(name));
}

function cannotRename(directory: string, cause: unknown): RestoreFailed {
  const code = errnoOf(cause);
  if (code === 'EBUSY' || code === 'EXDEV') return isMount(directory, { cause });
  return new RestoreFailed(
    `${directory} can’t be renamed (${code ?? String(cause)}), so your data is unchanged. Check that you may write to ${path.dirname(directory)} and that no program uses the data, and try again.`,
    { cause },
  );
}

export function isMount(directory: string, options?: ErrorOptions): RestoreFailed {
  return new RestoreFailed(
    `${directory} can’t be renamed because it is a mount point, so your data is unchanged. Restore to a folder inside of it, such as --data ${path.join(directory, 'data')}, and start the host with the same --data.`,
    options,
  );
}

function occupied(directory: string, moved: readonly string[]): string {
  return `Another process started to use ${directory} during the restore. Stop it, move ${directory} away, and run the restore again.${earlier(moved[0])}`;
}

function earlier(aside: string | undefined): string {
  return aside === undefined ? '' : ` Your earlier data is in ${aside}.`;
}
