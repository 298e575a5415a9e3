import { randomBytes } from 'node:crypto';
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { CommandFailed } from '../failure.ts';
import type { World } from '../world.ts';
import { safeName } from './safe-name.ts';

export interface Saving {
  /** A file, or a folder, where the title becomes the name. */
  readonly output: string;
  readonly title: string;
  /** Whether a file that is there may be replaced. */
  readonly existing: 'keep' | 'replace';
}

/** Where it will be. Throws before anything is fetched where it could not be written. */
export async function placeFor({ output, title, existing }: Saving, world: World): Promise<string> {
  const named = path.resolve(world.workingDirectory, output);
  const isFolder = output.endsWith('/') || output.endsWith(path.sep);
  const there = await stat(named).catch(() => undefined);
  if (isFolder && there === undefined) {
    throw new CommandFailed('failed', `${named} does not exist. Create the folder first.`);
  }
  const file = there?.isDirectory() === true ? path.join(named, safeName(title)) : named;
  const known = file === named ? there : await stat(file).catch(() => undefined);
  if (known === undefined) return file;
  if (!known.isFile()) {
    throw new CommandFailed('failed', `${file} is not a regular file. Give another name with --output.`);
  }
  if (existing === 'keep') throw isThere(file);
  return file;
}

/**
 * Writes all of it or nothing: an existing file stays as it is until the new one is complete. Only its owner can read
 * the new file, because an artifact's content may be private.
 */
export async function saveFile(
  file: string,
  existing: Saving['existing'],
  bytes: AsyncIterable<Uint8Array>,
): Promise<number> {
  const target = existing === 'keep' ? file : besides(file);
  const handle = await open(target, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? isThere(file) : unwritable(file, error);
  });
  try {
    const size = await poured(handle, bytes);
    await handle.close();
    if (target !== file) await rename(target, file);
    return size;
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(target, { force: true });
    throw isOfSystem(error) ? unwritable(file, error) : error;
  }
}

async function poured(handle: FileHandle, bytes: AsyncIterable<Uint8Array>): Promise<number> {
  let size = 0;
  for await (const chunk of bytes) {
    await handle.writeFile(chunk);
    size += chunk.byteLength;
  }
  return size;
}

function besides(file: string): string {
  return path.join(path.dirname(file), `.${randomBytes(6).toString('hex')}.part`);
}

function isThere(file: string): CommandFailed {
  return new CommandFailed(
    'failed',
    `${file} already exists. Give another name, or replace it with --force.`,
  );
}

function isOfSystem(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

function unwritable(file: string, error: NodeJS.ErrnoException): CommandFailed {
  const why = error.code === 'ENOSPC' ? 'the disk is full' : (error.code ?? error.message);
  return new CommandFailed('failed', `${file} cannot be written (${why}). Give another with --output.`, {
    cause: error,
  });
}
