import path from 'node:path';
import type { ServerSettings } from '@loggia/protocol';
import { wrongUsage } from '../../failure.ts';
import type { World } from '../../world.ts';
import { treatmentOf, type TypedTreatment } from './treatment.ts';

/** The words typed after `servers add NAME`. */
export interface TypedSettings extends TypedTreatment {
  readonly command: readonly string[];
  readonly url: string | undefined;
  readonly sse: boolean;
  readonly header: readonly string[];
  readonly env: readonly string[];
  readonly cwd: string | undefined;
  readonly sandbox: boolean;
  readonly 'allow-read': readonly string[];
  readonly 'allow-write': readonly string[];
  readonly 'allow-network': boolean;
  readonly 'client-id': string | undefined;
  readonly 'client-secret-env': string | undefined;
}

const sandboxOptions = ['allow-read', 'allow-write', 'allow-network'] as const;

/** Throws with what to write instead where it does not fit together. */
export function settingsOf(
  typed: TypedSettings,
  world: Pick<World, 'env' | 'workingDirectory'>,
): ServerSettings {
  const treatment = treatmentOf(typed);
  const reach = typed.url === undefined ? overProcess(typed, world) : overHttp(typed, typed.url, world);
  return { ...reach, ...treatment };
}

function overProcess(typed: TypedSettings, world: Pick<World, 'env' | 'workingDirectory'>): ServerSettings {
  const [command, ...args] = typed.command;
  if (command === undefined) {
    throw wrongUsage(
      'It is not clear how to reach the server. Write its command after "--" (loggia servers add NAME -- COMMAND), or give --url.',
    );
  }
  refuse(typed, ['sse', 'header', 'client-id', 'client-secret-env'], 'only applies to servers with --url');
  if (!typed.sandbox) refuse(typed, sandboxOptions, 'only applies to servers with --sandbox');
  // Relative paths are resolved from here, unless the host is elsewhere. In a sandbox, the folder would have to be
  // granted.
  const cwd = typed.cwd ?? (world.env['LOGGIA_URL'] || typed.sandbox ? undefined : '.');
  return {
    type: 'stdio',
    command,
    args,
    ...(typed.env.length > 0 && { env: pairs('--env', typed.env, world.env) }),
    ...(cwd !== undefined && { cwd: path.resolve(world.workingDirectory, cwd) }),
    ...(typed.sandbox && { sandbox: sandboxOf(typed, world) }),
  };
}

function sandboxOf(
  typed: TypedSettings,
  { workingDirectory }: Pick<World, 'workingDirectory'>,
): NonNullable<ServerSettings['sandbox']> {
  const granted = (folders: readonly string[], access: 'read' | 'write') =>
    folders.map((folder) => ({ path: path.resolve(workingDirectory, folder), access }));
  const folders = [...granted(typed['allow-read'], 'read'), ...granted(typed['allow-write'], 'write')];
  const network = typed['allow-network'];
  if (folders.length === 0 && !network) return true;
  return { ...(folders.length > 0 && { folders }), ...(network && { network: 'host' as const }) };
}

function overHttp(typed: TypedSettings, url: string, world: Pick<World, 'env'>): ServerSettings {
  if (typed.command.length > 0) {
    throw wrongUsage('Give either a command after "--" or --url, not both.');
  }
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw wrongUsage(`--url cannot be "${url}". Give an address that begins with https:// or http://.`);
  }
  refuse(typed, ['env', 'cwd', 'sandbox', ...sandboxOptions], 'only applies to servers that run a command');
  const { 'client-id': clientId, 'client-secret-env': variable } = typed;
  if (variable !== undefined && clientId === undefined) {
    throw wrongUsage('--client-secret-env needs --client-id as well.');
  }
  const clientSecret = variable === undefined ? undefined : world.env[variable];
  if (variable !== undefined && !clientSecret) {
    throw wrongUsage(
      `The environment has no ${variable}. Set it to the secret, or leave out --client-secret-env.`,
    );
  }
  return {
    type: typed.sse ? 'sse' : 'http',
    url,
    ...(typed.header.length > 0 && { headers: pairs('--header', typed.header, {}) }),
    ...(clientId !== undefined && { oauth: { clientId, ...(clientSecret && { clientSecret }) } }),
  };
}

/** `NAME=value`; without a value it is taken from our own environment, where no list of processes shows it. */
export function pairs(
  option: string,
  given: readonly string[],
  env: World['env'],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    given.map((pair) => {
      const at = pair.indexOf('=');
      const value = at < 0 ? env[pair] : pair.slice(at + 1);
      if (at === 0 || value === undefined) {
        throw wrongUsage(`${option} cannot be "${pair}". Write ${option} NAME=value.`);
      }
      return [at < 0 ? pair : pair.slice(0, at), value];
    }),
  );
}

function refuse(typed: TypedSettings, names: readonly (keyof TypedSettings)[], why: string): void {
  for (const name of names) {
    const value = typed[name];
    const isGiven = Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;
    if (isGiven) throw wrongUsage(`--${name} ${why}. Leave it out.`);
  }
}
