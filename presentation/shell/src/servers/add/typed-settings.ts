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
  readonly isSse: boolean;
  readonly isOwn: boolean;
  readonly isSandboxed: boolean;
  /** One to a line. */
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
  isSse: false,
  isOwn: false,
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
  };
  const parsed = serverSettingsSchema.safeParse(settings);
  if (!parsed.success) throw new Error(explain(parsed.error, 'server'));
  return parsed.data;
}

function overProcess(typed: TypedServer): Readonly<Record<string, unknown>> {
  const { command: line, env, cwd } = typed;
  const [command, ...args] = splitCommand(line);
  if (command === undefined) throw new Error('Enter the command that starts the server.');
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

function overHttp({ url, headers, clientId, isSse }: TypedServer): Readonly<Record<string, unknown>> {
  const address = url.trim();
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw new Error('Enter the full address, such as https://tickets.example/mcp.');
  }
  const sent = readPairs(headers, ':');
  return {
    ...(isSse && { type: 'sse' }),
    url: address,
    ...(Object.keys(sent).length > 0 && { headers: sent }),
    ...(clientId.trim() !== '' && { oauth: { clientId: clientId.trim() } }),
  };
}

/** A name that says what it is, from what was typed so far. */
export function suggestedName({ way, command, url }: TypedServer): string {
  if (way === 'url') {
    if (!URL.canParse(url.trim())) return '';
    const { hostname } = new URL(url.trim());
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
