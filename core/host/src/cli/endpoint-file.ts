import { constants, lstat, open, readFile, rename, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { errnoOf } from '@loggia/access';
import { StartError } from '../start-error.ts';

/** How a client on this machine finds the host and gets in. */
export interface Endpoint {
  readonly pid: number;
  readonly version: string;
  /** Where the shell is, without a slash at the end. */
  readonly http: string;
  /** Where clients connect. */
  readonly ahp: string;
  readonly token: string;
  /** The origins that are kept for pages from elsewhere. */
  readonly sandbox: string;
}

export interface PublishedEndpoint {
  /** Removes the file, unless another host has replaced it. */
  withdraw(): Promise<void>;
}

export function endpointFile(dataDirectory: string): string {
  return path.join(dataDirectory, 'endpoint.json');
}

/**
 * Puts aside what a host that died left behind. The new one overwrites it where it lies, so that a host can start on a
 * disk that is full. Whoever calls this holds the directory's lock.
 */
export async function removeStaleEndpoint(dataDirectory: string): Promise<void> {
  const file = endpointFile(dataDirectory);
  try {
    if (await isOurs(file)) await rename(file, besideOf(file));
    else await rm(file, { force: true });
  } catch (error) {
    throw unwritable(file, error);
  }
}

/**
 * Writes the file so that a reader sees all of it or the one before, and only its owner can be that reader. Whoever
 * calls this holds the directory's lock.
 */
export async function publishEndpoint(dataDirectory: string, endpoint: Endpoint): Promise<PublishedEndpoint> {
  const file = endpointFile(dataDirectory);
  const text = `${JSON.stringify(endpoint, undefined, 2)}\n`;
  const beside = besideOf(file);
  try {
    const handle = await openToOverwrite(beside);
    try {
      await handle.writeFile(text);
      await handle.truncate(Buffer.byteLength(text));
    } finally {
      await handle.close();
    }
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined);
    throw unwritable(file, error);
  }
  return {
    async withdraw() {
      const current = await readFile(file, 'utf8').catch(() => undefined);
      if (current === text) await rm(file, { force: true });
    },
  };
}

/** One name for all: the next start uses what a crash leaves of it. */
function besideOf(file: string): string {
  return `${file}.new`;
}

async function openToOverwrite(file: string): Promise<FileHandle> {
  if (await isOurs(file)) return open(file, constants.O_RDWR | constants.O_NOFOLLOW);
  await rm(file, { force: true });
  return open(file, 'wx', 0o600);
}

/** A plain file that its owner alone can read: not a link to elsewhere, and not one that is open to others. */
async function isOurs(file: string): Promise<boolean> {
  const found = await lstat(file).catch(() => undefined);
  return found !== undefined && found.isFile() && found.nlink === 1 && (found.mode & 0o777) === 0o600;
}

function unwritable(file: string, error: unknown): StartError {
  const code = errnoOf(error);
  const message =
    code === 'ENOSPC' || code === 'EDQUOT'
      ? `${file} can't be written because the disk is full. Free some disk space, then start again.`
      : `${file} can't be written (${code ?? String(error)}). Move away whatever is in its place, or choose another --data.`;
  return new StartError(1, message, { cause: error });
}
