import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { errnoOf } from '@loggia/access';
import { ProtocolError } from '@loggia/protocol';
import { invalid } from '../refusals.ts';
import type { ByteRange, ByteSource, ContentStore, PutOptions, StoredBytes } from './content-store.ts';
import { type FileMark, Integrity, verified } from './integrity.ts';
import { readUntil } from './read-until.ts';

const incoming = 'incoming';

/** Smaller files are verified before a part is returned; larger ones in parallel. */
const verifiedFirstBytes = 64 * 2 ** 20;

/**
 * Stores bytes as files below a directory that nobody else writes to: `ab/cdef…` by their hash. Leftovers of
 * interrupted uploads are deleted at the next start. `damaged` is called for files that don't match their name.
 */
export async function createContentStore(
  directory: string,
  damaged: (hash: string) => void = () => undefined,
): Promise<ContentStore> {
  await mkdir(join(directory, incoming), { recursive: true, mode: 0o700 });
  for (const name of await readdir(join(directory, incoming))) {
    await rm(join(directory, incoming, name), { force: true, recursive: true });
  }
  return new DiskContent(directory, new Integrity(damaged));
}

class DiskContent implements ContentStore {
  readonly #directory: string;
  readonly #integrity: Integrity;
  readonly #verifying = new Map<string, Promise<void>>();

  constructor(directory: string, integrity: Integrity) {
    this.#directory = directory;
    this.#integrity = integrity;
  }

  async put(source: ByteSource, options: PutOptions = {}): Promise<StoredBytes> {
    const temporary = join(this.#directory, incoming, randomUUID());
    try {
      const bytes = await write(temporary, source, options);
      await options.beforePlaced?.(bytes);
      await this.#place(temporary, bytes);
      return bytes;
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw refusalOf(error);
    }
  }

  async open(hash: string, { start = 0, end }: ByteRange = {}): ReturnType<ContentStore['open']> {
    const handle = await this.#handle(hash);
    try {
      const mark = await handle.stat();
      const { size } = mark;
      const stop = Math.min(end ?? size, size);
      const isAll = start === 0 && stop === size;
      if (!isAll) await this.#assertWhole(hash, mark);
      this.#integrity.assertNotDamaged(hash, mark);
      if (start >= stop) {
        // A stream can't have an empty range.
        await handle.close();
        return Readable.from([]);
      }
      const stream = handle.createReadStream({ start, end: stop - 1 });
      if (!isAll || this.#integrity.isWhole(hash, mark)) return stream;
      return Readable.from(verified(stream, (digest) => this.#integrity.settle(hash, mark, digest)));
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async read(hash: string, start: number, length: number): Promise<Buffer> {
    const handle = await this.#handle(hash);
    try {
      const mark = await handle.stat();
      const { size } = mark;
      const isAll = start === 0 && length >= size;
      if (!isAll) await this.#assertWhole(hash, mark);
      this.#integrity.assertNotDamaged(hash, mark);
      const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - start)));
      let filled = 0;
      while (filled < buffer.length) {
        const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, start + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      if (isAll && !this.#integrity.isWhole(hash, mark)) {
        this.#integrity.settle(hash, mark, createHash('sha256').update(buffer).digest('hex'));
      }
      return buffer.subarray(0, filled);
    } finally {
      await handle.close();
    }
  }

  async size(hash: string): Promise<number | undefined> {
    try {
      return (await stat(this.#path(hash))).size;
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  async remove(hash: string): Promise<void> {
    await rm(this.#path(hash), { force: true });
  }

  async verify(hash: string): Promise<boolean> {
    const { ino, size, mtimeMs } = await stat(this.#path(hash));
    try {
      await this.#verified(hash, { ino, size, mtimeMs });
      return true;
    } catch (error) {
      if (error instanceof ProtocolError) return false;
      throw error;
    }
  }

  /** A part of a file can't be checked by itself. */
  async #assertWhole(hash: string, { ino, size, mtimeMs }: FileMark): Promise<void> {
    const mark = { ino, size, mtimeMs };
    if (this.#integrity.isWhole(hash, mark) !== undefined) return;
    const verifying = this.#verifying.get(hash) ?? this.#verified(hash, mark);
    // Concurrent readers share the same check.
    this.#verifying.set(hash, verifying);
    const done = verifying.finally(() => this.#verifying.delete(hash));
    if (size <= verifiedFirstBytes) await done;
    else done.catch(() => undefined);
  }

  async #verified(hash: string, mark: FileMark): Promise<void> {
    const stream = createReadStream(this.#path(hash), { highWaterMark: 2 ** 18 });
    const all = verified(stream, (digest) => this.#integrity.settle(hash, mark, digest));
    for await (const chunk of all) void chunk;
  }

  async #handle(hash: string): Promise<FileHandle> {
    try {
      return await open(this.#path(hash), 'r');
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT') throw error;
      throw new ProtocolError(
        'NotFound',
        `There are no bytes with the hash ${hash}. They may have been purged.`,
      );
    }
  }

  async #place(temporary: string, { hash }: StoredBytes): Promise<void> {
    const folder = join(this.#directory, hash.slice(0, 2));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // Replaces identical bytes if they exist: readers keep the file they have opened.
    const placed = this.#path(hash);
    await rename(temporary, placed);
    await syncFolder(folder);
    // Hashed while they were written.
    const { ino, size, mtimeMs } = await stat(placed);
    this.#integrity.settle(hash, { ino, size, mtimeMs }, hash);
  }

  /** Only a hash may become a path. */
  #path(hash: string): string {
    if (!/^[0-9a-f]{64}$/.test(hash)) throw invalid('A hash is a SHA-256 in hexadecimal: 64 of 0-9 and a-f.');
    return join(this.#directory, hash.slice(0, 2), hash.slice(2));
  }
}

async function write(
  path: string,
  source: ByteSource,
  { maxBytes = Number.POSITIVE_INFINITY, signal }: PutOptions,
): Promise<StoredBytes> {
  const handle = await open(path, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of readUntil(source, signal)) {
      size += chunk.length;
      if (size > maxBytes) throw invalid(`The content has more than ${maxBytes} bytes. Send a smaller one.`);
      hash.update(chunk);
      await writeAll(handle, chunk);
    }
    await handle.sync();
    return { hash: hash.digest('hex'), size };
  } finally {
    await handle.close();
  }
}

async function writeAll(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  let written = 0;
  while (written < chunk.length) {
    const { bytesWritten } = await handle.write(chunk, written, chunk.length - written);
    written += bytesWritten;
  }
}

/** A file is durable only once its directory entry is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const diskFailures: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EROFS: 'the disk is read-only',
  EIO: 'the disk reports an error',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
};

function refusalOf(error: unknown): unknown {
  const reason = diskFailures[errnoOf(error) ?? ''];
  if (reason === undefined) return error;
  return new ProtocolError(
    'Unavailable',
    `The content was not stored: ${reason}. Make room or repair the disk, then send it again.`,
  );
}
