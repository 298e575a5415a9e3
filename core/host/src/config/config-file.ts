import { readFile } from 'node:fs/promises';
import { errnoOf, parseAuthority, parseOrigin } from '@loggia/access';
import { nearest } from '@loggia/protocol';
import { parseSandboxAddress, sandboxRule } from '@loggia/sandbox';
import { z } from 'zod';
import { StartError } from '../start-error.ts';
import { catalogRule, parseCatalog } from './agent-catalogs.ts';
import { hostRule, parseHost, portRule } from './listen-address.ts';

/** Every error of the field becomes "must be …". */
const rule = (text: string) => ({ error: `must be ${text}` });

const wholeNumber = (least: number, most: number, text: string) =>
  z.int(rule(text)).min(least, rule(text)).max(most, rule(text));

function parsable(parse: (text: string) => unknown, text: string) {
  return z.string(rule(text)).refine((value) => parse(value) !== undefined, rule(text));
}

const pathRule = 'the path of a folder, relative to this file';
const root = z.strictObject(
  {
    path: z.string(rule(pathRule)).min(1, rule(pathRule)),
    write: z.boolean(rule('true or false')).optional(),
  },
  rule('an object such as { "path": "./notes", "write": true }'),
);

const moduleRule = 'the name of a package, or a path relative to this file that starts with "./"';
const agent = z.strictObject(
  {
    module: z.string(rule(moduleRule)).min(1, rule(moduleRule)),
    options: z.record(z.string(), z.json(), rule('an object')).optional(),
  },
  rule('an object such as { "module": "./my-agent.mjs" }'),
);

const delegation = z.strictObject(
  {
    depth: wholeNumber(0, 100, 'a whole number from 0 (off) to 100'),
    atOnce: wholeNumber(1, 1_000, 'a whole number from 1 to 1000'),
    perTurn: wholeNumber(1, 10_000, 'a whole number from 1 to 10000'),
    tokens: wholeNumber(1, Number.MAX_SAFE_INTEGER, 'a whole number, at least 1'),
    cost: z.number(rule('a number of US dollars')).positive(rule('a number of US dollars')),
  },
  rule('an object such as { "depth": 2 }'),
);

const daysRule = 'a whole number of days from 1 to 36500, or "never"';
const days = z.union([wholeNumber(1, 36_500, daysRule), z.literal('never')], rule(daysRule));
const retention = z.strictObject(
  { trashDays: days, archivedSessionDays: days, auditDays: days, clientDays: days },
  rule('an object such as { "trashDays": 90 }'),
);

const serverRule =
  'an object such as { "command": "npx", "args": ["some-server"] } or { "url": "https://…" }';
const reviewRule = 'the name of a server, or "server/tool"';
const pluginRule = 'the path of a plugin folder, relative to this file';
const variableRule = 'the name of an environment variable, such as "GITHUB_TOKEN"';

const settings = z.strictObject(
  {
    port: wholeNumber(0, 65_535, portRule),
    host: parsable(parseHost, hostRule),
    allowedHosts: z.array(
      parsable(parseAuthority, 'a name, with or without a port, such as "loggia.example"'),
      rule('a list of names'),
    ),
    allowedOrigins: z.array(
      parsable(parseOrigin, 'an origin, such as "https://desk.example"'),
      rule('a list of origins'),
    ),
    tokenInAddress: z.boolean(rule('true or false')),
    sandbox: parsable(parseSandboxAddress, sandboxRule),
    sandboxPort: wholeNumber(0, 65_535, portRule),
    sandboxServers: z.enum(['on', 'off'], rule('"on" or "off"')),
    roots: z.array(root, rule('a list of folders')),
    graceSeconds: wholeNumber(0, 86_400, 'a whole number of seconds, at most 86400 (a day)'),
    retention: retention.partial(),
    retainActions: wholeNumber(1_000, 1_000_000_000, 'a whole number, at least 1000'),
    maxFrameBytes: wholeNumber(
      65_536,
      268_435_456,
      'a whole number of bytes from 65536 to 268435456 (256 MiB)',
    ),
    maxUploadBytes: wholeNumber(
      1_048_576,
      1_099_511_627_776,
      'a whole number of bytes from 1048576 (1 MiB) to 1099511627776 (1 TiB)',
    ),
    agents: z.array(agent, rule('a list of agents')),
    agentCatalogs: z.array(parsable(parseCatalog, catalogRule), rule('a list of catalogs')),
    confirm: z.enum(['writes', 'always', 'never'], rule('"writes", "always" or "never"')),
    reviewResults: z.array(z.string(rule(reviewRule)).min(1, rule(reviewRule)), rule('a list of names')),
    toolBudget: z.union(
      [z.int().min(0).max(10_000_000), z.literal('off')],
      rule('a whole number of tokens up to 10000000, or "off"'),
    ),
    pinnedTools: z.array(z.string(rule(reviewRule)).min(1, rule(reviewRule)), rule('a list of names')),
    mcpServers: z.record(
      z.string(),
      z.record(z.string(), z.json(), rule(serverRule)),
      rule('an object that names MCP servers'),
    ),
    plugins: z.array(z.string(rule(pluginRule)).min(1, rule(pluginRule)), rule('a list of folders')),
    handlers: z.boolean(rule('true or false')),
    welcome: z.boolean(rule('true or false')),
    userFolders: z.boolean(rule('true or false')),
    hostTools: z.boolean(rule('true or false')),
    delegation: delegation.partial(),
    trustedFolders: z.array(z.string(rule(pathRule)).min(1, rule(pathRule)), rule('a list of folders')),
    environment: z.array(
      z.string(rule(variableRule)).regex(/^[A-Za-z_][A-Za-z0-9_]*$/, rule(variableRule)),
      rule('a list of names of environment variables'),
    ),
  },
  rule('an object, such as { "port": 8080 }'),
);

/** The settings of a configuration file, all optional. */
export type FileSettings = Partial<z.infer<typeof settings>>;
const schema = settings.partial();

const knownKeys: Readonly<Record<string, readonly string[]>> = {
  '': Object.keys(settings.shape),
  roots: Object.keys(root.shape),
  agents: Object.keys(agent.shape),
  delegation: Object.keys(delegation.shape),
  retention: Object.keys(retention.shape),
};

export async function readConfigFile(file: string): Promise<FileSettings> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new StartError(2, `The configuration file ${file} ${unreadable(error)}`, { cause: error });
  }
  return parseConfigFile(file, text);
}

/** `file` is only for messages. */
export function parseConfigFile(file: string, text: string): FileSettings {
  const result = schema.safeParse(parseJson(file, text.replace(/^\uFEFF/, '')));
  if (result.success) return result.data as FileSettings;
  const [first] = result.error.issues;
  throw new StartError(2, `${file}: ${first === undefined ? 'cannot be understood.' : complaint(first)}`);
}

function unreadable(error: unknown): string {
  switch (errnoOf(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'is not there; check the path, or leave the setting out.';
    case 'EACCES':
      return 'cannot be read; give yourself permission to read it.';
    case 'EISDIR':
      return 'is a directory; name the file inside it.';
    default:
      return `cannot be read: ${String(error)}.`;
  }
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StartError(
      2,
      `${file}${syntaxComplaint(text) ?? ` is not valid JSON; correct it (${messageOf(error)}).`}`,
    );
  }
}

/** Two habits from other formats that JSON doesn't allow. Strings are skipped: they can contain anything. */
const habits = /"(?:\\.|[^"\\])*"|(?<comment>\/\/|\/\*|#)|(?<comma>,(?=\s*[}\]]))/g;

function syntaxComplaint(text: string): string | undefined {
  if (text.trim() === '') return ' is empty; write {} for no settings, or delete it.';
  for (const { groups, index } of text.matchAll(habits)) {
    const line = text.slice(0, index).split('\n').length;
    if (groups?.['comment'] !== undefined)
      return `:${line}: comments are not allowed in JSON; remove this one.`;
    if (groups?.['comma'] !== undefined)
      return `:${line}: a comma stands before the end of a list or object; remove it.`;
  }
  return undefined;
}

function complaint(issue: z.core.$ZodIssue): string {
  const where = pathText(issue.path);
  if (issue.code !== 'unrecognized_keys') return `${where || 'the file'} ${issue.message}.`;
  const key = issue.keys[0] ?? '';
  const known = knownKeys[String(issue.path[0] ?? '')] ?? [];
  const meant = nearest(key, known);
  const name = pathText([...issue.path, key]);
  return meant === undefined
    ? `${name} is not a setting; remove it, or use one of ${known.join(', ')}.`
    : `${name} is not a setting; did you mean "${meant}"?`;
}

/** `roots[0].path`, as in JavaScript. */
function pathText(parts: readonly PropertyKey[]): string {
  return parts.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    const name = String(part);
    if (!/^[A-Za-z_$][\w$]*$/.test(name)) return `${text}[${JSON.stringify(name)}]`;
    return text === '' ? name : `${text}.${name}`;
  }, '');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
