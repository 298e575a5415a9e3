import { constants, existsSync } from 'node:fs';
import { open, readlink, realpath, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { ProtocolError } from '@loggia/protocol';

/**
 * A directory that is held open, so that its entries can be reached without resolving the path again: nobody can insert
 * a link between check and use.
 */
export interface HeldDirectory {
  /** A path to the directory itself. */
  readonly self: string;
  /** A path to one of its entries. The entry may still be a link: open it with O_NOFOLLOW, or look with lstat. */
  at(name: string): string;
  /** Opens a directory inside this one. Throws ENOTDIR if it is a link. */
  enter<Value>(name: string, use: (held: HeldDirectory) => Promise<Value>): Promise<Value>;
}

interface Options {
  readonly procfs: boolean;
}

// Node has no openat. On Linux, a path through /proc/self/fd has the same effect.
const options: Options = { procfs: process.platform === 'linux' && existsSync('/proc/self/fd') };
// O_PATH, for which Node has no name: holding a directory must not require permission to list it.
const holdFlags =
  constants.O_DIRECTORY | constants.O_NOFOLLOW | (process.platform === 'linux' ? 0o10000000 : 0);

function entryName(name: string): string {
  if (name !== '' && name !== '.' && name !== '..' && path.basename(name) === name && !name.includes('\0'))
    return name;
  throw new ProtocolError(
    'InvalidParams',
    `${JSON.stringify(name)} is not the name of an entry of a folder.`,
  );
}

async function isAt(handle: FileHandle, directory: string, { procfs }: Options): Promise<boolean> {
  if (procfs) return (await readlink(`/proc/self/fd/${handle.fd}`)) === directory;
  const [held, there, real] = await Promise.all([handle.stat(), stat(directory), realpath(directory)]);
  return real === directory && held.ino === there.ino && held.dev === there.dev;
}

function heldAt(self: string, by: Options): HeldDirectory {
  const at = (name: string) => path.join(self, entryName(name));
  return {
    self,
    at,
    enter: (name, use) =>
      by.procfs ? hold(at(name), undefined, use, by) : hold(at(name), at(name), use, by),
  };
}

async function hold<Value>(
  where: string,
  expected: string | undefined,
  use: (held: HeldDirectory) => Promise<Value>,
  by: Options,
): Promise<Value> {
  const handle = await open(where, holdFlags);
  try {
    if (expected !== undefined && !(await isAt(handle, expected, by))) {
      throw new ProtocolError('Conflict', 'The folder was moved or replaced at this moment. Try again.');
    }
    return await use(heldAt(by.procfs ? `/proc/self/fd/${handle.fd}` : where, by));
  } finally {
    await handle.close();
  }
}

/**
 * Runs `use` with the directory at this real path held open. Throws the file system's errors, and Conflict if a link
 * has appeared on the path since it was resolved. Without procfs, `use` works on plain paths, and the check only holds
 * for the moment it was made.
 */
export function withDirectory<Value>(
  directory: string,
  use: (held: HeldDirectory) => Promise<Value>,
  by: Options = options,
): Promise<Value> {
  return hold(directory, directory, use, by);
}
