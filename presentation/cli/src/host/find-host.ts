import { open } from 'node:fs/promises';
import path from 'node:path';
import type { Target } from '../command-line/command.ts';
import { CommandFailed, wrongUsage } from '../failure.ts';
import type { World } from '../world.ts';
import { dataDirectory } from './data-directory.ts';
import { isRunning } from './is-running.ts';

/** A host's address and credentials. */
export interface HostAddress {
  /** The WebSocket. */
  readonly ahp: string;
  /** The same host over HTTP, without a slash at the end. */
  readonly http: string;
  readonly token: string | undefined;
  /** The host's own facts from its data directory; undefined for a host that was named by its address. */
  readonly local: { readonly pid: number; readonly version: string } | undefined;
  /** The directory for this command's own data. */
  readonly dataDirectory: string;
}

/** An endpoint is a few hundred bytes; whatever is larger is something else. */
const mostBytes = 65_536;

/** Throws `noHost` where none runs, with how to start one. */
export async function findHost(target: Target, world: World): Promise<HostAddress> {
  const directory = dataDirectory(target.data, world);
  const url = target.url ?? (target.data === undefined ? world.env['LOGGIA_URL'] || undefined : undefined);
  const token = target.token ?? (world.env['LOGGIA_TOKEN'] || undefined);
  if (url !== undefined) return { ...namedHost(url, token), local: undefined, dataDirectory: directory };
  const file = path.join(directory, 'endpoint.json');
  const endpoint = readEndpoint(await readOwnFile(file, directory, world), file);
  if (!isRunning(endpoint.pid)) {
    throw noHost(`The host of ${directory} (process ${endpoint.pid}) crashed or was killed`);
  }
  return {
    ahp: endpoint.ahp,
    http: endpoint.http,
    token: target.token ?? endpoint.token,
    local: { pid: endpoint.pid, version: endpoint.version },
    dataDirectory: directory,
  };
}

function namedHost(text: string, token: string | undefined): Pick<HostAddress, 'ahp' | 'http' | 'token'> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const schemes: Readonly<Record<string, string>> = {
    'ws:': 'ws:',
    'wss:': 'wss:',
    'http:': 'ws:',
    'https:': 'wss:',
  };
  const scheme = url && schemes[url.protocol];
  if (url === undefined || scheme === undefined) {
    throw wrongUsage(`"${text}" is not the address of a host. Write, for example, ws://127.0.0.1:5644/ahp.`);
  }
  // Some keep the token behind the address, where it is easy to copy along.
  const own = new URLSearchParams(url.hash.slice(1)).get('token') ?? url.searchParams.get('token');
  const at = url.pathname === '/' ? '/ahp' : url.pathname;
  return {
    ahp: `${scheme}//${url.host}${at}`,
    http: `${scheme === 'wss:' ? 'https:' : 'http:'}//${url.host}`,
    token: token ?? own ?? undefined,
  };
}

/** This file decides where the user's token and commands go, so only the user may be able to write it. */
async function readOwnFile(file: string, directory: string, world: World): Promise<string> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR')
      throw noHost(`No host is running in ${directory}`);
    throw new CommandFailed(
      'failed',
      `${file} cannot be read (${error.code ?? error.message}). Check its owner.`,
    );
  });
  try {
    const stat = await handle.stat();
    const user = process.getuid?.();
    if (world.platform !== 'win32') {
      if (user !== undefined && stat.uid !== user && stat.uid !== 0) {
        throw new CommandFailed(
          'failed',
          `${file} belongs to another user. Choose your own host with --data.`,
        );
      }
      if ((stat.mode & 0o022) !== 0) {
        throw new CommandFailed(
          'failed',
          `Other users can change ${file}. Close it with "chmod 600 ${file}".`,
        );
      }
    }
    if (stat.size > mostBytes) throw unreadable(file);
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

interface Endpoint {
  readonly pid: number;
  readonly version: string;
  readonly http: string;
  readonly ahp: string;
  readonly token: string;
}

function readEndpoint(text: string, file: string): Endpoint {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw unreadable(file);
  }
  if (typeof value !== 'object' || value === null) throw unreadable(file);
  const { pid, version, http, ahp, token } = value as Readonly<Record<string, unknown>>;
  const isWhole =
    typeof pid === 'number' &&
    Number.isSafeInteger(pid) &&
    pid > 0 &&
    typeof version === 'string' &&
    typeof http === 'string' &&
    typeof ahp === 'string' &&
    typeof token === 'string';
  if (!isWhole || !/^wss?:$/.test(protocolOf(ahp)) || !/^https?:$/.test(protocolOf(http)))
    throw unreadable(file);
  return { pid, version, http: http.replace(/\/$/, ''), ahp, token };
}

function protocolOf(text: string): string {
  return URL.canParse(text) ? new URL(text).protocol : '';
}

function unreadable(file: string): CommandFailed {
  return new CommandFailed(
    'failed',
    `${file} was not written by a host. Remove it and start the host again.`,
  );
}

function noHost(what: string): CommandFailed {
  return new CommandFailed(
    'noHost',
    `${what}. Start one with "loggia serve", or name another with --data or --url.`,
  );
}
