import { open } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { CommandFailed, wrongUsage } from '../failure.ts';
import type { World } from '../world.ts';

export interface LocalFile {
  /** Its last part; undefined for what is piped in. */
  readonly name: string | undefined;
  /** Undefined where it isn't known in advance. */
  readonly size: number | undefined;
  /** The caller reads it to the end or destroys it. */
  readonly bytes: Readable;
}

/** A file named on the command line; `-` is standard input. Throws with what is wrong. */
export async function openLocalFile(typed: string, world: World): Promise<LocalFile> {
  if (typed === '-') return { name: undefined, size: undefined, bytes: world.readBytes() };
  const file = path.resolve(world.workingDirectory, typed);
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    throw unreadable(typed, error);
  });
  try {
    const stat = await handle.stat();
    if (stat.isDirectory()) throw new CommandFailed('failed', `${typed} is a folder. Name a file in it.`);
    const name = path.basename(file);
    // The size of pipes and devices isn't known in advance.
    if (!stat.isFile()) return { name, size: undefined, bytes: handle.createReadStream() };
    // Reads up to the current size, ignoring anything appended meanwhile.
    if (stat.size > 0)
      return { name, size: stat.size, bytes: handle.createReadStream({ end: stat.size - 1 }) };
    await handle.close();
    return { name, size: 0, bytes: Readable.from([]) };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Larger than any host takes. */
const mostJsonBytes = 4_000_000;

/** One JSON object from a file, or from what is piped in. */
export async function jsonObjectIn(
  typed: string,
  option: string,
  world: World,
): Promise<Record<string, unknown>> {
  const { bytes } = await openLocalFile(typed, world);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > mostJsonBytes) {
      throw new CommandFailed(
        'failed',
        `${typed} has more than ${mostJsonBytes / 1e6} MB; ${option} is for less.`,
      );
    }
    chunks.push(chunk);
  }
  let value: unknown;
  try {
    value = JSON.parse(
      Buffer.concat(chunks)
        .toString('utf8')
        .replace(/^\ufeff/, ''),
    );
  } catch (error) {
    throw wrongUsage(`${typed} is not valid JSON: ${(error as Error).message}.`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw wrongUsage(`${option} has to be a file with one JSON object in it, such as {"done":false}.`);
}

function unreadable(typed: string, error: NodeJS.ErrnoException): CommandFailed {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') {
    return new CommandFailed('failed', `${typed} does not exist. Check the path.`, { cause: error });
  }
  const why = error.code === 'EACCES' ? 'you may not read it' : (error.code ?? error.message);
  return new CommandFailed('failed', `${typed} cannot be read (${why}). Check its path and its owner.`, {
    cause: error,
  });
}
