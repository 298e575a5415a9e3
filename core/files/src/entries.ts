import { randomBytes } from 'node:crypto';
import { constants, type BigIntStats } from 'node:fs';
import { lstat, open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { errnoOf, withDirectory, type HeldDirectory } from '@loggia/access';
import { ProtocolError } from '@loggia/protocol';

/** Runs `use` with the folder of a real path held open, and the entry's name in it. */
export function withParent<Value>(
  realPath: string,
  use: (held: HeldDirectory, name: string) => Promise<Value>,
): Promise<Value> {
  return withDirectory(path.dirname(realPath), (held) => use(held, path.basename(realPath)));
}

/** Doesn't follow links. */
export async function lookAt(entry: string): Promise<BigIntStats | undefined> {
  try {
    return await lstat(entry, { bigint: true });
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

export function requireFile(stat: BigIntStats): void {
  if (stat.isFile()) return;
  const what = stat.isDirectory() ? 'a folder' : 'neither a file nor a folder';
  throw new ProtocolError('InvalidParams', `This is ${what}, not a file. Name a file.`);
}

/**
 * Runs `use` with a regular file, opened without following a link. O_NONBLOCK, because opening a named pipe would
 * otherwise wait for its other end forever.
 */
export async function withFile<Value>(
  entry: string,
  flags: number,
  use: (handle: FileHandle, stat: BigIntStats) => Promise<Value>,
): Promise<Value> {
  const handle = await open(entry, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK, 0o666);
  try {
    const stat = await handle.stat({ bigint: true });
    requireFile(stat);
    return await use(handle, stat);
  } finally {
    await handle.close();
  }
}

/** Changes whenever the content may have. A replaced file has another inode. */
export function etagOf({ ino, size, mtimeNs }: BigIntStats): string {
  return [ino, size, mtimeNs].map((part) => part.toString(36)).join('-');
}

/** A name for an unfinished file in its final folder, where a rename is atomic. */
export function temporaryName(): string {
  return `.loggia-${randomBytes(9).toString('hex')}.tmp`;
}

export function isTemporaryName(name: string): boolean {
  return /^\.loggia-[0-9a-f]{18}\.tmp$/.test(name);
}
