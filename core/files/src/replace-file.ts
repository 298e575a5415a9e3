import { constants, type BigIntStats } from 'node:fs';
import { access, copyFile, link, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { errnoOf, type HeldDirectory } from '@loggia/access';
import { copyBytes, writeAll } from './bytes.ts';
import { temporaryName, withFile } from './entries.ts';

/**
 * The parts of the old content to keep: the first `head` bytes before the new ones, and everything from `tail` on after
 * them.
 */
export interface Splice {
  readonly head: number;
  readonly tail: number;
}

async function keepRights(handle: FileHandle, old: BigIntStats): Promise<void> {
  await handle.chmod(Number(old.mode) & 0o777);
  const made = await handle.stat({ bigint: true });
  if (made.uid === old.uid && made.gid === old.gid) return;
  // Only a privileged process may change the owner; for others the file becomes theirs.
  await handle.chown(Number(old.uid), Number(old.gid)).catch(() => undefined);
}

/** Fills a new file beside the target, and deletes it if that or `finish` fails. */
async function withTemporary(
  held: HeldDirectory,
  mode: number,
  fill: (handle: FileHandle) => Promise<void>,
  finish: (temporary: string) => Promise<void>,
): Promise<void> {
  const temporary = held.at(temporaryName());
  try {
    const handle = await open(temporary, 'wx', mode);
    try {
      await fill(handle);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await finish(temporary);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Creates a file atomically. Throws EEXIST if something is there. */
export async function createFile(held: HeldDirectory, name: string, bytes: Buffer): Promise<void> {
  const target = held.at(name);
  await withTemporary(
    held,
    0o666,
    (handle) => writeAll(handle, bytes),
    async (temporary) => {
      try {
        // Unlike rename, link never replaces an existing file; but some file systems don't support links.
        await link(temporary, target);
      } catch (error) {
        if (errnoOf(error) === 'EEXIST') throw error;
        await copyFile(temporary, target, constants.COPYFILE_EXCL);
      }
      await rm(temporary, { force: true });
    },
  );
}

/** Replaces atomically: readers see the old content or the new, never a part. `old` is the existing file, if any. */
export async function replaceFile(
  held: HeldDirectory,
  name: string,
  old: BigIntStats | undefined,
  bytes: Buffer,
  splice: Splice,
): Promise<void> {
  const target = held.at(name);
  // A rename needs no permission on the file it replaces; a read-only file must stay as it is.
  if (old) await access(target, constants.W_OK);
  const fill = async (handle: FileHandle) => {
    if (!old) return writeAll(handle, bytes);
    await withFile(target, constants.O_RDONLY, async (source, { size }) => {
      await copyBytes(source, handle, 0, splice.head);
      await writeAll(handle, bytes);
      await copyBytes(source, handle, splice.tail, Number(size));
    });
    return keepRights(handle, old);
  };
  await withTemporary(held, old ? 0o600 : 0o666, fill, (temporary) => rename(temporary, target));
}
