import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Access } from '@loggia/access';
import type { UserFolder } from '@loggia/customizations';
import { defaultLimits } from '@loggia/kernel';
import { isForViews } from '@loggia/sandbox';
import { defaultDelegation, type DelegationLimits } from '@loggia/sessions';
import type { Flags } from './flags.ts';
import { StartError } from '../start-error.ts';
import { defaultRetention, type Retention } from '../upkeep/retention.ts';
import { defaultWireLimits } from '../wire/limits.ts';
import { type FileSettings, readConfigFile } from './config-file.ts';
import { builtInCatalog, parseCatalog, type CatalogPlace } from './agent-catalogs.ts';
import { defaultDataDirectory } from './data-directory.ts';
import { defaultHost, defaultPort, hostRule, parseHost, parsePort, portRule } from './listen-address.ts';
import type { HostEnvironment } from './host-environment.ts';

export interface AgentConfig {
  /** An absolute path, or the name of a package. */
  readonly module: string;
  readonly options: Readonly<Record<string, unknown>>;
}

/** All settings with their final values. Paths are absolute. */
export interface HostConfig {
  readonly dataDirectory: string;
  /** Undefined if there is none. */
  readonly configFile: string | undefined;
  readonly port: number;
  readonly host: string;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  /** Whether a WebSocket may carry the token in its address, for clients that support nothing else. */
  readonly tokenInAddress: boolean;
  /**
   * The address at which browsers reach the pages of Views, with or without a wildcard; undefined: names of this
   * machine.
   */
  readonly sandbox: string | undefined;
  /** The port of the listener for Views that share an origin. */
  readonly sandboxPort: number;
  /** Whether servers that don't say otherwise run in a sandbox. */
  readonly sandboxServers: 'on' | 'off';
  readonly roots: readonly { readonly path: string; readonly access: Access }[];
  readonly graceSeconds: number;
  readonly retention: Retention;
  readonly retainActions: number;
  readonly maxFrameBytes: number;
  /** The maximum size of one upload. */
  readonly maxUploadBytes: number;
  /** Undefined: those that come with the host. */
  readonly agents: readonly AgentConfig[] | undefined;
  /** The catalogs of agents, in the order of their precedence. */
  readonly agentCatalogs: readonly CatalogPlace[];
  /** The servers' tools that an agent can use without asking: those that only read, none, or all. */
  readonly confirm: 'writes' | 'always' | 'never';
  /** Servers, or `server/tool`, whose results the user reads before the agent does. */
  readonly reviewResults: readonly string[];
  /** The tokens for definitions of tools, beyond which agents search for them; undefined: by the model's window. */
  readonly toolBudget: number | 'off' | undefined;
  /** Servers, or `server/tool`, whose tools agents needn't search for. */
  readonly pinnedTools: readonly string[];
  /** Unparsed; the plugin loader reads them, so that a server is declared the same way everywhere. */
  readonly mcpServers: Readonly<Record<string, unknown>>;
  readonly plugins: readonly string[];
  /** Whether the handlers that come with the product run. */
  readonly handlers: boolean;
  /** Whether the first workspace has samples; otherwise it is empty. */
  readonly welcome: boolean;
  /** The folders of the user who runs the host that sessions read servers and skills from. */
  readonly userFolders: readonly UserFolder[];
  /** Whether agents get the host's own tools for artifacts. */
  readonly hostTools: boolean;
  /** How far agents may go in giving work to other agents. */
  readonly delegation: DelegationLimits;
  /** Everything below these folders is trusted without asking. */
  readonly trustedFolders: readonly string[];
  /** The variables of the host's own environment that plugins and workspaces may refer to. */
  readonly environment: readonly string[];
}

const defaults = {
  port: defaultPort,
  host: defaultHost,
  allowedHosts: [],
  allowedOrigins: [],
  tokenInAddress: false,
  sandbox: undefined,
  sandboxPort: 0,
  sandboxServers: 'off',
  roots: [],
  graceSeconds: 30,
  retention: defaultRetention,
  retainActions: defaultLimits.retainActions,
  maxFrameBytes: defaultWireLimits.maxFrameBytes,
  maxUploadBytes: 10_737_418_240,
  agents: undefined,
  agentCatalogs: [builtInCatalog],
  confirm: 'writes',
  reviewResults: [],
  toolBudget: undefined,
  pinnedTools: [],
  mcpServers: {},
  plugins: [],
  handlers: true,
  welcome: true,
  userFolders: true,
  hostTools: true,
  delegation: defaultDelegation,
  trustedFolders: [],
  environment: [],
} as const satisfies Required<Omit<FileSettings, 'agents' | 'sandbox' | 'toolBudget'>> & {
  agents: undefined;
  toolBudget: undefined;
  sandbox: undefined;
};

/** Flags override the environment, which overrides the file, which overrides the defaults. Throws a StartError. */
export async function loadConfig(flags: Flags, environment: HostEnvironment): Promise<HostConfig> {
  const { env, workingDirectory } = environment;
  const fromEnv = readEnvironment(env);
  const dataDirectory = path.resolve(
    workingDirectory,
    flags.data ?? fromEnv.data ?? defaultDataDirectory(environment),
  );
  const named = flags.config ?? fromEnv.config;
  const configFile =
    named === undefined
      ? existing(path.join(dataDirectory, 'host.json'))
      : path.resolve(workingDirectory, named);
  const file = configFile === undefined ? {} : await readConfigFile(configFile);
  const settings = { ...defaults, ...file };
  keepApart(settings, configFile);
  const base = path.dirname(configFile ?? dataDirectory);
  return deepFreeze({
    ...settings,
    delegation: { ...defaultDelegation, ...(settings.delegation as Partial<DelegationLimits>) },
    retention: { ...defaultRetention, ...(settings.retention as Partial<Retention>) },
    dataDirectory,
    configFile,
    port: flags.port ?? fromEnv.port ?? settings.port,
    host: flags.host ?? fromEnv.host ?? parseHost(settings.host) ?? settings.host,
    roots: settings.roots.map((root, index) => ({
      path: folder(inside(base, root.path, environment), `${configFile}: roots[${index}].path`),
      access: root.write === true ? 'write' : 'read',
    })),
    agents: settings.agents?.map(({ module, options = {} }) => ({
      module: isPath(module) ? inside(base, module, environment) : module,
      options,
    })),
    userFolders: settings.userFolders ? userFoldersIn(environment) : [],
    agentCatalogs: settings.agentCatalogs.map((written) => placeOf(written, base, environment)),
    plugins: settings.plugins.map((plugin) => inside(base, plugin, environment)),
    trustedFolders: settings.trustedFolders.map((trusted) => inside(base, trusted, environment)),
  });
}

function userFoldersIn({ env, home }: HostEnvironment): UserFolder[] {
  const folders: UserFolder[] = [
    { kind: 'copilot', path: env['COPILOT_HOME'] || path.join(home, '.copilot') },
    { kind: 'agents', path: path.join(home, '.agents') },
  ];
  return folders.filter((each) => path.isAbsolute(each.path) && existing(each.path) !== undefined);
}

interface Environment {
  readonly port: number | undefined;
  readonly host: string | undefined;
  readonly data: string | undefined;
  readonly config: string | undefined;
}

/** An empty variable counts as not set. */
function readEnvironment(env: HostEnvironment['env']): Environment {
  return {
    port: variable(env, 'LOGGIA_PORT', parsePort, portRule),
    host: variable(env, 'LOGGIA_HOST', parseHost, hostRule),
    data: env['LOGGIA_DATA'] || undefined,
    config: env['LOGGIA_CONFIG'] || undefined,
  };
}

function variable<Value>(
  env: HostEnvironment['env'],
  name: string,
  parse: (text: string) => Value | undefined,
  rule: string,
): Value | undefined {
  const text = env[name] ?? '';
  if (text === '') return undefined;
  const value = parse(text);
  if (value === undefined)
    throw new StartError(2, `${name} cannot be "${text}"; set it to ${rule}, or unset it.`);
  return value;
}

/** The host's own names must not be names that serve untrusted pages. */
function keepApart(
  { sandbox, allowedHosts, allowedOrigins }: Pick<HostConfig, 'sandbox' | 'allowedHosts' | 'allowedOrigins'>,
  configFile: string | undefined,
): void {
  const names = [...allowedHosts, ...allowedOrigins];
  const taken = sandbox === undefined ? undefined : names.find((name) => isForViews(sandbox, name));
  if (taken === undefined) return;
  throw new StartError(
    2,
    `${configFile}: "${taken}" is the host's own, and "sandbox" would serve Views under it; choose a domain for "sandbox" that is used for nothing else.`,
  );
}

function existing(file: string): string | undefined {
  return existsSync(file) ? file : undefined;
}

function isPath(module: string): boolean {
  return /^(\.\.?|~)[/\\]/.test(module) || path.isAbsolute(module);
}

/** No shell reads this file, so the `~` that people write in it must be expanded here. */
function inside(base: string, written: string, { home }: HostEnvironment): string {
  return path.resolve(
    base,
    written.replace(/^~(?=$|[/\\])/, () => home),
  );
}

function placeOf(written: string, base: string, environment: HostEnvironment): CatalogPlace {
  const place = parseCatalog(written) ?? { kind: 'builtIn' };
  return place.kind === 'file' ? { ...place, path: inside(base, place.path, environment) } : place;
}

function folder(directory: string, where: string): string {
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() === true) return directory;
  throw new StartError(
    2,
    `${where} is ${directory}, and there is no such folder; create it or remove the entry.`,
  );
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  for (const inner of Object.values(value)) deepFreeze(inner);
  return Object.freeze(value);
}
