import { createHash } from 'node:crypto';
import { constants, mkdir, open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';

export interface CopiedBytes {
  readonly bytes: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

/** More at once doesn't help a disk. Syncing one file at a time would wait for the disk most of the time. */
const atOnce = 8;
const chunkBytes = 2 ** 18;

/** Hears how many bytes were read since the last time. Ends the work by throwing. */
export type Heard = (bytes: number) => void;

/** Copies bytes and waits until they are on the disk. Says what was written; never follows a link. */
export async function copyDurably(from: string, to: string, heard?: Heard): Promise<CopiedBytes> {
  const source = await open(from, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    // Programs stay executable, and nothing is for others.
    const mode = 0o600 | ((await source.stat()).mode & 0o100);
    const target = await open(to, 'wx', mode);
    try {
      const copied = await pass(source, (chunk) => target.appendFile(chunk), heard);
      await target.sync();
      return copied;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Reads the file, and never follows a link. */
export async function digestOf(file: string, heard?: Heard): Promise<CopiedBytes> {
  const source = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    return await pass(source, () => Promise.resolve(), heard);
  } finally {
    await source.close();
  }
}

async function pass(
  source: FileHandle,
  each: (chunk: Buffer) => Promise<unknown>,
  heard: Heard = () => undefined,
): Promise<CopiedBytes> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(chunkBytes);
  let bytes = 0;
  for (;;) {
    const { bytesRead } = await source.read(buffer, 0, buffer.length, null);
    if (bytesRead === 0) return { bytes, sha256: hash.digest('hex') };
    const chunk = buffer.subarray(0, bytesRead);
    hash.update(chunk);
    await each(chunk);
    bytes += bytesRead;
    heard(bytesRead);
  }
}

/** Creates a file whose content is on the disk when this resolves. */
export async function writeDurably(file: string, pieces: Iterable<string>): Promise<void> {
  const target = await open(file, 'wx', 0o600);
  try {
    let waiting = '';
    for (const piece of pieces) {
      waiting += piece;
      if (waiting.length < chunkBytes) continue;
      await target.appendFile(waiting);
      waiting = '';
    }
    await target.appendFile(waiting);
    await target.sync();
  } finally {
    await target.close();
  }
}

export async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** New names in a folder survive a power cut only after this. Windows can't do it, and doesn't need it. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** Each file's folder and all above, up to the root; the deepest come first. */
export async function syncFolders(root: string, folders: Iterable<string>): Promise<void> {
  const deepestFirst = [...folders].toSorted((one, other) => other.split('/').length - one.split('/').length);
  for (const folder of deepestFirst) await syncFolder(path.join(root, folder));
  await syncFolder(root);
}

/** Rejects with the first error, after what has begun is done. */
export async function forEachOf<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const rest = items[Symbol.iterator]();
  let failure: { readonly error: unknown } | undefined;
  const worker = async (): Promise<void> => {
    for (let next = rest.next(); !next.done && !failure; next = rest.next()) {
      try {
        await work(next.value);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  if (failure) throw failure.error;
}
