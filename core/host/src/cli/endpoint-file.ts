import { constants, lstat, open, readFile, rename, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { errnoOf } from '@loggia/access';
import { StartError } from '../start-error.ts';

/** The address and credentials of the host for clients on this machine. */
export interface Endpoint {
  readonly pid: number;
  readonly version: string;
  /** The shell's address, without a final slash. */
  readonly http: string;
  /** The address for clients. */
  readonly ahp: string;
  readonly token: string;
  /** The origins reserved for untrusted pages. */
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
 * Moves the file of a crashed host aside. The new host overwrites it in place, so that it can start on a full disk. The
 * caller holds the directory's lock.
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

/** Writes the file atomically, readable by its owner only. The caller holds the directory's lock. */
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

/** A fixed name: the next start reuses what a crash leaves. */
function besideOf(file: string): string {
  return `${file}.new`;
}

async function openToOverwrite(file: string): Promise<FileHandle> {
  if (await isOurs(file)) return open(file, constants.O_RDWR | constants.O_NOFOLLOW);
  await rm(file, { force: true });
  return open(file, 'wx', 0o600);
}

/** A plain file that only its owner can read: not a link, and not open to others. */
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
