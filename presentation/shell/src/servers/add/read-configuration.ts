import { serverSettingsSchema, type ServerSettings } from '@loggia/protocol';
import { parseJson, type JsonDocument } from './json-with-lines.ts';
import { registryEntry, registryWays } from './registry-server.ts';

/** A server that a file describes. */
export interface FoundServer {
  readonly name: string;
  /** How it would be had, where the file offers several ways. */
  readonly label?: string;
  /** Absent: it cannot be added; `problems` say why. */
  readonly settings?: ServerSettings;
  /** Each with its line. */
  readonly problems: readonly string[];
  /** Names of what has to be filled in first. */
  readonly missing: readonly string[];
}

const largestFile = 1_000_000;
const mostServers = 200;

type Json = Readonly<Record<string, unknown>>;

/**
 * Reads `.mcp.json` in both its shapes, the files of editors that say `servers`, and `server.json` of the MCP registry.
 * Throws a sentence that names the line where nothing can be made of it.
 */
export function readConfiguration(text: string): readonly FoundServer[] {
  if (text.length > largestFile) {
    throw new Error('This is too long for a server configuration. Paste only the part with the servers.');
  }
  const file = parseJson(text);
  if (!isJson(file.value)) {
    throw new Error('Line 1: an object with servers is expected, such as { "mcpServers": { … } }.');
  }
  const entry = registryEntry(file.value);
  if (entry) return fromRegistry(entry);
  const [path, servers] = serversIn(file.value);
  const names = Object.keys(servers);
  if (names.length === 0) throw new Error(`Line ${file.lineOf(path)}: it contains no servers.`);
  if (names.length > mostServers) throw new Error(`There are more than ${mostServers} servers in it.`);
  return names.map((name) => readServer(file, [...path, name], name, servers[name]));
}

/** Under `mcpServers`, under `servers`, or at the top. One server alone is taken, too. */
function serversIn(value: Json): readonly [readonly string[], Json] {
  for (const key of ['mcpServers', 'servers']) {
    const inside = value[key];
    if (isJson(inside)) return [[key], inside];
  }
  const mcp = value['mcp'];
  if (isJson(mcp) && isJson(mcp['servers'])) return [['mcp', 'servers'], mcp['servers']];
  if (typeof value['command'] === 'string' || typeof value['url'] === 'string') {
    return [[], { server: value }];
  }
  const entries = Object.entries(value).filter(([key]) => key !== '$schema' && key !== 'inputs');
  return [[], Object.fromEntries(entries)];
}

/** Settings of other programs that this host ignores. */
const ignored = new Set([
  'disabled',
  'autoApprove',
  'alwaysAllow',
  'description',
  'gallery',
  'dev',
  'envFile',
  'tools',
  'icon',
  'timeout',
  'version',
]);

const transports: Readonly<Record<string, string>> = {
  'streamable-http': 'http',
  streamableHttp: 'http',
  http: 'http',
  sse: 'sse',
  stdio: 'stdio',
  local: 'stdio',
  remote: 'http',
};

function readServer(file: JsonDocument, path: readonly string[], name: string, given: unknown): FoundServer {
  const at = (...inner: readonly (string | number)[]): string =>
    `Line ${file.lineOf([...path, ...inner])}, ${[...path, ...inner].join('.') || 'top level'}`;
  const refused = (...problems: string[]): FoundServer => ({ name, problems, missing: [] });
  if (!isJson(given)) return refused(`${at()}: an object with "command" or "url" is expected.`);
  const kept = Object.entries(given).filter(([key]) => !ignored.has(key));
  const settings: Record<string, unknown> = Object.fromEntries(kept);
  if (settings['serverUrl'] !== undefined && settings['url'] === undefined) {
    settings['url'] = settings['serverUrl'];
    delete settings['serverUrl'];
  }
  const type = settings['type'] ?? settings['transport'];
  if (typeof type === 'string' && Object.hasOwn(transports, type)) settings['type'] = transports[type];
  delete settings['transport'];
  const parsed = serverSettingsSchema.safeParse(settings);
  if (!parsed.success) {
    const problems = parsed.error.issues.slice(0, 5).map((issue) => {
      const inner = issue.path.filter((part) => typeof part !== 'symbol');
      const keys = issue.code === 'unrecognized_keys' ? issue.keys : [];
      return keys.length > 0
        ? `${at(...inner, keys[0] ?? '')}: this host doesn’t support ${keys.map((key) => `"${key}"`).join(', ')}.`
        : `${at(...inner)}: ${issue.message}.`;
    });
    return refused(...problems);
  }
  if (name.length > 200) return refused(`${at()}: the name is longer than 200 characters.`);
  const problem = whyUnreachable(parsed.data);
  if (problem !== undefined) return refused(`${at()}: ${problem}`);
  return { name, settings: parsed.data, problems: [], missing: openInputs(parsed.data) };
}

function whyUnreachable({ command, url }: ServerSettings): string | undefined {
  if (command === undefined && url === undefined) return 'it has neither "command" nor "url".';
  if (command !== undefined && url !== undefined) return 'it has both "command" and "url". Keep one.';
  if (url === undefined || url.includes('${')) return undefined;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    return 'its "url" is not an http or https address.';
  }
  return undefined;
}

/** Editors ask for these when a server starts; here somebody fills them in before it is added. */
function openInputs(settings: ServerSettings): string[] {
  const found = JSON.stringify(settings).matchAll(/\$\{input:([^}"]{1,100})\}/g);
  return [...new Set(Array.from(found, ([, name]) => name ?? ''))];
}

function fromRegistry(entry: Json): readonly FoundServer[] {
  const full = String(entry['name']);
  const name = (full.split('/').at(-1) ?? full).slice(0, 200);
  const ways = registryWays(entry);
  if (ways.length === 0) {
    throw new Error(`"${full}" can’t be added: it has no URL, and no package for npx, uvx, dnx or docker.`);
  }
  return ways.map(({ label, settings, missing }) => ({ name, label, settings, problems: [], missing }));
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
