import type { FileHandle } from 'node:fs/promises';
import { ProtocolError } from '@loggia/protocol';

const chunkBytes = 256 * 1024;

/** At most `max` bytes from the start; undefined if there are more. Reads to find out, since sizes can lie. */
export async function readUpTo(handle: FileHandle, max: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let total = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, max + 1 - total));
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, total);
    if (bytesRead === 0) return Buffer.concat(chunks, total);
    chunks.push(chunk.subarray(0, bytesRead));
    total += bytesRead;
    if (total > max) return undefined;
  }
}

/** Writes everything at the current end; calls `written` after each step, for callers that must undo. */
export async function writeAll(
  handle: FileHandle,
  bytes: Uint8Array,
  written: (count: number) => void = () => undefined,
): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, null);
    done += bytesWritten;
    written(done);
  }
}

/** Copies the bytes from `start` to `end` of one file to the end of another. */
export async function copyBytes(from: FileHandle, to: FileHandle, start: number, end: number): Promise<void> {
  const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, Math.max(end - start, 0)));
  let at = start;
  while (at < end) {
    const { bytesRead } = await from.read(chunk, 0, Math.min(chunk.length, end - at), at);
    if (bytesRead === 0)
      throw new ProtocolError('Conflict', 'The file became shorter at this moment. Try again.');
    await writeAll(to, chunk.subarray(0, bytesRead));
    at += bytesRead;
  }
}
