import { constants, type BigIntStats } from 'node:fs';
import {
  chmod,
  lstat,
  mkdir,
  open,
  readdir,
  readlink,
  rename,
  rmdir,
  symlink,
  unlink,
} from 'node:fs/promises';
import { errnoOf, type HeldDirectory } from '@loggia/access';
import { ProtocolError } from '@loggia/protocol';
import { copyBytes } from './bytes.ts';
import { temporaryName, withFile } from './entries.ts';

/** An entry and the open folder that contains it. */
export interface HeldEntry {
  readonly held: HeldDirectory;
  readonly name: string;
}

/** Deletes a file, a link or a whole folder. Links in it are deleted, never followed. */
export async function removeTree({ held, name }: HeldEntry): Promise<void> {
  if (!(await lstat(held.at(name))).isDirectory()) return unlink(held.at(name));
  await held.enter(name, async (inside) => {
    for (const entry of await readdir(inside.self)) await removeTree({ held: inside, name: entry });
  });
  return rmdir(held.at(name));
}

/** Counts copied entries, so that an endless tree fails instead of filling the disk. */
export function createBudget(max: number): () => void {
  let left = max;
  return () => {
    left -= 1;
    if (left < 0)
      throw new ProtocolError('InvalidParams', `There are more than ${max} entries. Copy parts of it.`);
  };
}

function copyFileContent(from: string, to: string): Promise<void> {
  return withFile(from, constants.O_RDONLY, async (source, { mode, size }) => {
    const target = await open(to, 'wx', 0o600);
    try {
      await copyBytes(source, target, 0, Number(size));
      await target.chmod(Number(mode) & 0o777);
    } finally {
      await target.close();
    }
  });
}

async function copyFolder(
  from: HeldEntry,
  to: HeldEntry,
  stat: BigIntStats,
  spend: () => void,
): Promise<void> {
  await mkdir(to.held.at(to.name), 0o700);
  await from.held.enter(from.name, (source) =>
    to.held.enter(to.name, async (target) => {
      for (const name of await readdir(source.self)) {
        await copyTree({ held: source, name }, { held: target, name }, spend);
      }
    }),
  );
  await chmod(to.held.at(to.name), Number(stat.mode) & 0o777);
}

/** Copies to a free name. Links are copied as links: their targets are checked when they are used. */
export async function copyTree(from: HeldEntry, to: HeldEntry, spend: () => void): Promise<void> {
  spend();
  const source = from.held.at(from.name);
  const target = to.held.at(to.name);
  const stat = await lstat(source, { bigint: true });
  if (stat.isDirectory()) return copyFolder(from, to, stat, spend);
  if (stat.isSymbolicLink()) return symlink(await readlink(source), target);
  if (stat.isFile()) return copyFileContent(source, target);
  const shown = JSON.stringify(from.name);
  throw new ProtocolError(
    'InvalidParams',
    `${shown} is neither file, folder nor link, and cannot be copied.`,
  );
}

const inTheWay = ['EEXIST', 'ENOTEMPTY', 'EISDIR', 'ENOTDIR'];

/**
 * Renames, replacing what is there. A file is replaced in one step. Otherwise the old entry is set aside first,
 * restored if the rename fails, and deleted only afterwards.
 */
export async function moveOver(from: HeldEntry, to: HeldEntry): Promise<void> {
  const source = from.held.at(from.name);
  const target = to.held.at(to.name);
  try {
    return await rename(source, target);
  } catch (error) {
    if (!inTheWay.includes(errnoOf(error) ?? '')) throw error;
  }
  const aside = temporaryName();
  await rename(target, to.held.at(aside));
  try {
    await rename(source, target);
  } catch (error) {
    await rename(to.held.at(aside), target);
    throw error;
  }
  await removeTree({ held: to.held, name: aside });
}
