import { readdir, rm, rmdir, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { errnoOf } from '@loggia/access';
import { DirectoryInUse, lockFiles, UnusableDatabase } from '@loggia/storage';
import { checkBackup, readBackup } from './check-backup.ts';
import { copyBackup } from './copy-backup.ts';
import type { BackupManifest } from './manifest.ts';
import { RestoreFailed } from './restore-failed.ts';
import { inUse, RestoreLocks } from './restore-locks.ts';
import { actualPath, database, exists, keyFile, partialOf, setAside } from './restore-places.ts';
import { isMount, switchData } from './switch-data.ts';
import { unlessGone } from './walk-folder.ts';

export type RestoreStep =
  | 'checking'
  | 'copying'
  | 'examining'
  | 'settingAside'
  | 'puttingInPlace'
  | 'finishing';

export interface RestoreOptions {
  /** Absolute paths, both. */
  readonly backup: string;
  readonly dataDirectory: string;
  readonly now: number;
  /** Heeded until the data directory is renamed. */
  readonly signal?: AbortSignal;
  progress?(step: RestoreStep, bytes: number, total: number): void;
}

export interface Restored {
  readonly directory: string;
  /** When the backup was made. */
  readonly at: string;
  readonly bytes: number;
  readonly contents: number;
  /** Contents that the host had only damaged or not at all when the backup was made, by their hash. */
  readonly damaged: readonly string[];
  /** Whether the key to stored secrets comes from the backup, from the earlier data, or is missing. */
  readonly key: 'restored' | 'kept' | 'missing';
  /** The folder with the data that was there before. */
  readonly previous?: string;
}

/** Replaces the data of a host that isn't running. Throws `RestoreFailed`, and then the data is as it was. */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const directory = await actualPath(options.dataDirectory);
  try {
    await assertApart(options.backup, directory);
    const manifest = await readBackup(options.backup);
    await assertReplaceable(directory);
    return await restore(options, directory, manifest);
  } catch (error) {
    if (error instanceof RestoreFailed || options.signal?.aborted) throw error;
    if (error instanceof DirectoryInUse) throw inUse(directory, error);
    throw failed(directory, error);
  }
}

async function restore(
  { backup, now, signal, progress }: RestoreOptions,
  directory: string,
  manifest: BackupManifest,
): Promise<Restored> {
  const partial = partialOf(directory);
  const total = manifest.bytes;
  let isOurs = !(await exists(partial));
  // One that an earlier restore left gives its space back.
  if (isOurs) await assertRoom(directory, total);
  const locks = await lockedAgainstOthers(directory);
  const counted = (step: RestoreStep) => {
    let sum = 0;
    return (bytes: number): void => {
      signal?.throwIfAborted();
      progress?.(step, (sum += bytes), total);
    };
  };
  try {
    if (await exists(directory)) locks.lockDirectory();
    await checkBackup(backup, manifest, counted('checking'));
    isOurs = true;
    await clear(partial);
    await assertRoom(directory, total);
    const localKey = manifest.withKey ? undefined : await localKeyOf(directory);
    const examining = () => progress?.('examining', total, total);
    await copyBackup({ backup, manifest, to: partial, localKey, heard: counted('copying'), examining });
    signal?.throwIfAborted();
    const step = (name: RestoreStep) => progress?.(name, total, total);
    const previous = await switchData({ directory, locks, now, step });
    const { at, bytes, contents, damaged, withKey } = manifest;
    const key = withKey ? 'restored' : localKey === undefined ? 'missing' : 'kept';
    return { directory, at, bytes, contents, damaged, key, ...(previous !== undefined && { previous }) };
  } catch (error) {
    locks.release();
    // One that an earlier restore left stays until it is replaced.
    if (isOurs) await rm(partial, { recursive: true, force: true }).catch(() => undefined);
    throw error;
  }
}

async function lockedAgainstOthers(directory: string): Promise<RestoreLocks> {
  try {
    return new RestoreLocks(directory);
  } catch (error) {
    // An empty folder is the most that can be left; the one of another restore isn't empty.
    await rmdir(partialOf(directory)).catch(() => undefined);
    throw error;
  }
}

async function clear(partial: string): Promise<void> {
  for (const name of await readdir(partial))
    if (!lockFiles.includes(name)) await rm(path.join(partial, name), { recursive: true });
}

/** After a restore that was cut off between its renames, the key is with the earlier data. */
async function localKeyOf(directory: string): Promise<string | undefined> {
  const isCutOff = !(await exists(path.join(directory, database)));
  const folders = [directory, ...(isCutOff ? await setAside(directory) : [])];
  for (const folder of folders)
    if (await exists(path.join(folder, keyFile))) return path.join(folder, keyFile);
  return undefined;
}

async function assertApart(backup: string, directory: string): Promise<void> {
  const from = await actualPath(backup);
  for (const folder of [directory, partialOf(directory)])
    if (isWithin(from, folder) || isWithin(folder, from))
      throw new RestoreFailed(
        `${backup} and ${folder} lie in one another. Move the backup to another folder, and restore from there.`,
      );
}

function isWithin(inner: string, outer: string): boolean {
  const way = path.relative(outer, inner);
  return way === '' || (way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way));
}

async function assertReplaceable(directory: string): Promise<void> {
  const found = await unlessGone(stat(directory));
  if (found === undefined) return;
  if (!found.isDirectory())
    throw new RestoreFailed(`${directory} is a file. Choose another data directory with --data.`);
  if (found.dev !== (await stat(path.dirname(directory))).dev) throw isMount(directory);
  const user = process.geteuid?.();
  if (user !== undefined && user !== found.uid)
    throw new RestoreFailed(
      `${directory} belongs to another user (${found.uid}), who couldn’t read what you restore. Run the command as that user, for example with "sudo -u '#${found.uid}'".`,
    );
}

async function assertRoom(directory: string, bytes: number): Promise<void> {
  let disk = path.dirname(directory);
  while (!(await exists(disk))) disk = path.dirname(disk);
  const { bavail, bsize } = await statfs(disk);
  if (bavail * bsize < bytes) throw noRoom(directory, `${mebibytes(bavail * bsize)} of ${mebibytes(bytes)}`);
}

function noRoom(directory: string, free: string | undefined): RestoreFailed {
  const why = free === undefined ? '' : ` (${free} are free)`;
  return new RestoreFailed(
    `There isn’t enough space on the disk of ${directory}${why}. Your data is unchanged. Free some space, or restore to another disk with --data.`,
  );
}

function mebibytes(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20)} MiB`;
}

function failed(directory: string, cause: unknown): RestoreFailed {
  if (cause instanceof UnusableDatabase) return new RestoreFailed(cause.message, { cause });
  const code = errnoOf(cause);
  if (code === 'ENOSPC' || code === 'EDQUOT') return noRoom(directory, undefined);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new RestoreFailed(
      `A restore creates and renames folders in ${path.dirname(directory)}, and you may not write there (${code}). Your data is unchanged. Restore to a folder elsewhere with --data, and start the host with the same --data.`,
      { cause },
    );
  const why = cause instanceof Error ? cause.message : String(cause);
  return new RestoreFailed(`The restore failed: ${why}. Your data is unchanged; try again.`, { cause });
}
