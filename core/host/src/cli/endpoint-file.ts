import { open, readFile, rename, rm } from 'node:fs/promises';
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

/** Removes what a host that died left behind. Whoever calls this holds the directory's lock. */
export async function removeStaleEndpoint(dataDirectory: string): Promise<void> {
  const file = endpointFile(dataDirectory);
  try {
    await rm(file, { force: true });
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
  // One name for all: what a crash leaves of it is gone with the next start.
  const beside = `${file}.new`;
  try {
    await rm(beside, { force: true });
    const handle = await open(beside, 'wx', 0o600);
    try {
      await handle.writeFile(text);
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

function unwritable(file: string, error: unknown): StartError {
  const why = errnoOf(error) ?? String(error);
  return new StartError(
    1,
    `${file} cannot be written (${why}); move away whatever is in its place, or choose another --data.`,
    {
      cause: error,
    },
  );
}
