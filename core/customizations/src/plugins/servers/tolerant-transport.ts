import path from 'node:path';
import type { ServerTransport } from '@loggia/mcp';
import type { DeclarationRules } from './declaration-rules.ts';
import { endpointOf } from './endpoint.ts';
import { Fault } from './fault.ts';
import { below, commandPath, ofPlugin, valuesOf, within } from './launch.ts';
import { expand } from './placeholders.ts';
import { sandboxOf } from './sandbox.ts';
import { environmentOf, headersOf, refuseLineBreak, text, texts, type Entry } from './values.ts';

const stdioTypes = new Set(['stdio', 'local', 'command', 'process']);
const httpTypes = new Set([
  'http',
  'https',
  'streamable-http',
  'streamablehttp',
  'streamable_http',
  'http-stream',
  'remote',
]);
export const urlFields = ['url', 'serverUrl', 'httpUrl', 'endpoint', 'uri'];
type Kind = ServerTransport['kind'];

function urlField(entry: Entry): string | undefined {
  return urlFields.find((field) => typeof entry.get(field) === 'string');
}

function kindByUrl(url: string): Kind {
  return /\/sse\/?(?:[?#]|$)/.test(url) ? 'sse' : 'http';
}

function kindOf(entry: Entry): Kind {
  const field = entry.has('type') ? 'type' : 'transport';
  const written = text(entry, field)?.toLowerCase();
  const command = entry.has('command');
  const url = urlField(entry);
  if (written !== undefined) {
    if (stdioTypes.has(written)) return 'stdio';
    if (httpTypes.has(written)) return 'http';
    if (written === 'sse') return 'sse';
    throw new Fault(
      `"${field}" is "${written.slice(0, 50)}", which is not known here. Write "stdio", "http" or "sse".`,
      field,
    );
  }
  if (command && url !== undefined)
    throw new Fault('It has both "command" and "url". Add "type" to say which counts.');
  if (command) return 'stdio';
  if (url !== undefined) return kindByUrl(text(entry, url) ?? '');
  throw new Fault('It has neither "command" nor "url". Add one of them.');
}

function commandOf(entry: Entry): { readonly command: string; readonly before: readonly string[] } {
  if (Array.isArray(entry.get('command'))) {
    const [command, ...before] = texts(entry, 'command');
    if (command !== undefined) return { command, before };
  }
  const command = text(entry, 'command');
  if (command === undefined) throw new Fault('"command" is missing. Name the program to start.');
  return { command, before: [] };
}

function folderOf(
  entry: Entry,
  rules: DeclarationRules,
  replace: (value: string) => string,
): { cwd?: string } {
  const field = ['cwd', 'workingDirectory'].find((each) => entry.has(each)) ?? 'cwd';
  const written = text(entry, field);
  if (written === undefined) return rules.startsIn === undefined ? {} : { cwd: rules.startsIn };
  const cwd = replace(written);
  if (cwd.startsWith('~')) throw new Fault(`"${field}" starts with "~". Write the path in full.`, field);
  return { cwd: path.isAbsolute(cwd) ? path.normalize(cwd) : below(rules.folder, cwd, field, rules) };
}

/** The format of everything except Agent Plugins. */
export function tolerantTransport(entry: Entry, rules: DeclarationRules): ServerTransport {
  const replace = (value: string) => expand(value, rules);
  const kind = kindOf(entry);
  if (kind === 'stdio') {
    const { command, before } = commandOf(entry);
    const environment = entry.has('env') ? 'env' : 'environment';
    return {
      kind,
      command: within('command', () => commandPath(replace(command), rules)),
      args: within('args', () => [...before, ...texts(entry, 'args')].map(replace)),
      env: {
        ...ofPlugin(rules),
        ...within(environment, () => valuesOf(environmentOf(entry, environment), replace)),
      },
      ...within('cwd', () => folderOf(entry, rules, replace)),
      ...within('sandbox', () => sandboxOf(entry, rules)),
    };
  }
  if (entry.get('sandbox'))
    throw new Fault('"sandbox" only applies to servers that run a command. Remove it.', 'sandbox');
  const field = urlField(entry) ?? 'url';
  const written = text(entry, field);
  if (written === undefined) throw new Fault('"url" is missing. Add the server\'s address.');
  const headers = within('headers', () => valuesOf(headersOf(entry), replace));
  for (const [name, value] of Object.entries(headers)) refuseLineBreak(name, value);
  return { kind, url: within(field, () => endpointOf(replace(written), field)).href, headers };
}
