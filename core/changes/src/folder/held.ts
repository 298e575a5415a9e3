import { constants, type BigIntStats } from 'node:fs';
import { lstat, readlink } from 'node:fs/promises';
import { errnoOf } from '@loggia/access';
import { withFile, withParent } from '@loggia/files';

/** A file or a link, as a path holds it. */
export interface Held {
  readonly kind: 'file' | 'link';
  /** Permission bits. */
  readonly mode: number;
  readonly size: number;
  /** SHA-256 of the bytes, or of a link's target. Absent if it is too large to keep. */
  readonly hash?: string;
}

export function sameHeld(one: Held | undefined, other: Held | undefined): boolean {
  if (one === other) return true;
  if (!one || !other || one.hash === undefined) return false;
  return one.hash === other.hash && one.kind === other.kind && one.mode === other.mode;
}

/** The bytes at a real path; the target of a link, which isn't followed. Undefined if they are too many. */
export async function bytesAt(
  realPath: string,
  kind: Held['kind'],
  most: number,
): Promise<Buffer | undefined> {
  return withParent(realPath, async (held, name) => {
    if (kind === 'link') return readlink(held.at(name), { encoding: 'buffer' });
    return withFile(held.at(name), constants.O_RDONLY, async (handle, { size }) =>
      size > BigInt(most) ? undefined : handle.readFile(),
    );
  });
}

/** Undefined if nothing is there, or something that is neither a file nor a link. */
export async function statAt(realPath: string): Promise<BigIntStats | undefined> {
  try {
    const stat = await lstat(realPath, { bigint: true });
    return stat.isFile() || stat.isSymbolicLink() ? stat : undefined;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP', 'ENAMETOOLONG'].includes(errnoOf(error) ?? ''))
      return undefined;
    throw error;
  }
}

export function kindOf(stat: BigIntStats): Held['kind'] {
  return stat.isSymbolicLink() ? 'link' : 'file';
}

export function modeOf(stat: BigIntStats): number {
  return stat.isSymbolicLink() ? 0o777 : Number(stat.mode) & 0o777;
}
