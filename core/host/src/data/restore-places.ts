import { lstat, readdir, readlink, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { errnoOf } from '@loggia/access';

export const database = 'loggia.db';
export const keyFile = 'key';

/** The folder in which a restore builds the new data, beside the data directory so that it can be renamed. */
export function partialOf(directory: string): string {
  return `${directory}.partial`;
}

/** The directory behind links, whether or not it exists: renaming a link would leave the data where it is. */
export async function actualPath(directory: string): Promise<string> {
  try {
    return await realpath(directory);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
  }
  const target = await readlink(directory).catch(() => undefined);
  if (target !== undefined) return actualPath(path.resolve(path.dirname(directory), target));
  const parent = path.dirname(directory);
  return parent === directory ? directory : path.join(await actualPath(parent), path.basename(directory));
}

/** A name for data that a restore replaces, with the time as `2026-01-31T12-00-00Z`. */
export async function asideName(directory: string, now: number): Promise<string> {
  const time = new Date(now).toISOString().replace(/\.\d+/, '').replaceAll(':', '-');
  const name = `${directory}.before-restore-${time}`;
  for (let count = 2, free = name; ; count++) {
    if (!(await exists(free))) return free;
    free = `${name}-${count}`;
  }
}

/** The data that earlier restores replaced, the newest first. */
export async function setAside(directory: string): Promise<string[]> {
  const parent = path.dirname(directory);
  const start = `${path.basename(directory)}.before-restore-`;
  const names = await readdir(parent).catch((): string[] => []);
  const found: { readonly folder: string; readonly since: number }[] = [];
  for (const folder of names.filter((name) => name.startsWith(start)).map((name) => path.join(parent, name)))
    if (await exists(path.join(folder, database)))
      found.push({ folder, since: (await stat(folder)).ctimeMs });
  return found.toSorted((one, other) => other.since - one.since).map(({ folder }) => folder);
}

export async function exists(file: string): Promise<boolean> {
  try {
    await lstat(file);
    return true;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errnoOf(error) ?? '')) return false;
    throw error;
  }
}
