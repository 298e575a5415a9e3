import { explain, serverSettingsSchema, type ServerSettings } from '@loggia/protocol';
import { readPairs, splitCommand } from './split-command.ts';

export interface TypedServer {
  readonly way: 'command' | 'url';
  readonly command: string;
  readonly env: string;
  readonly cwd: string;
  readonly url: string;
  readonly headers: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly isSse: boolean;
  readonly isOwn: boolean;
  /** Empty: the host decides. */
  readonly roots: '' | NonNullable<ServerSettings['roots']>;
  /** In seconds; empty for the default. */
  readonly startWithin: string;
  readonly callWithin: string;
  readonly isSandboxed: boolean;
  /** One per line. */
  readonly reads: string;
  readonly writes: string;
  readonly hasNetwork: boolean;
}

export const nothingTyped: TypedServer = {
  way: 'command',
  command: '',
  env: '',
  cwd: '',
  url: '',
  headers: '',
  clientId: '',
  clientSecret: '',
  isSse: false,
  isOwn: false,
  roots: '',
  startWithin: '',
  callWithin: '',
  isSandboxed: false,
  reads: '',
  writes: '',
  hasNetwork: false,
};

/** Throws a sentence that says what to write instead. */
export function settingsTyped(typed: TypedServer): ServerSettings {
  const settings = {
    ...(typed.way === 'command' ? overProcess(typed) : overHttp(typed)),
    ...(typed.isOwn && { isolation: 'session' }),
    ...(typed.roots !== '' && { roots: typed.roots }),
    ...secondsTyped('startWithinSeconds', typed.startWithin, 'The start timeout'),
    ...secondsTyped('callWithinSeconds', typed.callWithin, 'The call timeout'),
  };
  const parsed = serverSettingsSchema.safeParse(settings);
  if (!parsed.success) throw new Error(explain(parsed.error, 'server'));
  return parsed.data;
}

function secondsTyped(setting: string, text: string, label: string): Readonly<Record<string, number>> {
  if (text.trim() === '') return {};
  const seconds = Number(text);
  if (!(seconds > 0)) throw new Error(`${label} must be a number of seconds, such as 60.`);
  return { [setting]: seconds };
}

function overProcess(typed: TypedServer): Readonly<Record<string, unknown>> {
  const { command: line, env, cwd } = typed;
  const [command, ...args] = splitCommand(line);
  if (command === undefined) throw new Error('Enter a command.');
  const variables = readPairs(env, '=');
  return {
    command,
    ...(args.length > 0 && { args }),
    ...(Object.keys(variables).length > 0 && { env: variables }),
    ...(cwd.trim() !== '' && { cwd: cwd.trim() }),
    ...(typed.isSandboxed && { sandbox: sandboxTyped(typed) }),
  };
}

function sandboxTyped({ reads, writes, hasNetwork }: TypedServer): NonNullable<ServerSettings['sandbox']> {
  const granted = (lines: string, access: 'read' | 'write') =>
    lines.split('\n').flatMap((line) => (line.trim() === '' ? [] : [{ path: line.trim(), access }]));
  const folders = [...granted(reads, 'read'), ...granted(writes, 'write')];
  if (folders.length === 0 && !hasNetwork) return true;
  return {
    ...(folders.length > 0 && { folders }),
    ...(hasNetwork && { network: 'host' as const }),
  };
}

function overHttp({
  url,
  headers,
  clientId,
  clientSecret,
  isSse,
}: TypedServer): Readonly<Record<string, unknown>> {
  const address = url.trim();
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw new Error('Enter the full address, such as https://tickets.example/mcp.');
  }
  const sent = readPairs(headers, ':');
  return {
    ...(isSse && { type: 'sse' }),
    url: address,
    ...(Object.keys(sent).length > 0 && { headers: sent }),
    ...(clientId.trim() !== '' && {
      oauth: { clientId: clientId.trim(), ...(clientSecret !== '' && { clientSecret }) },
    }),
  };
}

/** A descriptive name, from what was typed so far. */
export function suggestedName({ way, command, url }: TypedServer): string {
  if (way === 'url') {
    if (!URL.canParse(url.trim())) return '';
    const { hostname, port } = new URL(url.trim());
    if (isLocal(hostname)) return port === '' ? 'localhost' : `localhost-${port}`;
    if (isNumeric(hostname)) return hostname.replaceAll(/[[\]]/g, '');
    return hostname.replace(/^(mcp|www|api)\./, '').split('.')[0] ?? '';
  }
  const words = command.trim().split(/\s+/);
  const named = words.findLast((word) => /server|mcp/i.test(word) && !word.startsWith('-')) ?? words[0] ?? '';
  const last =
    named.split(/[/\\]/).findLast((part) => !/^(dist|build|index\.\w+|main\.\w+)?$/.test(part)) ?? '';
  return last
    .replace(/@.*$/, '')
    .replace(/\.\w+$/, '')
    .replace(/^(mcp-)?server-|-?mcp-server$/g, '')
    .slice(0, 60);
}

function isLocal(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}

/** An address of the network, not a name. */
function isNumeric(hostname: string): boolean {
  return hostname.startsWith('[') || /^[\d.]+$/.test(hostname);
}
