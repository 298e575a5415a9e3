import { parseJsonObject, TextFault, type JsonMember, type JsonNode } from '../../files/json-text.ts';
import type { DeclaredServer, Environment, PartProblem } from '../loaded.ts';
import type { DeclarationRules } from './declaration-rules.ts';
import { defineServer, isDisabled, omissionOf, refuseServerName } from './definition.ts';
import { Fault } from './fault.ts';
import { writtenServer } from './written-server.ts';

/** A file that declares servers. */
export interface ServerFile {
  /** The name for problems: relative to the root, with `/`. */
  readonly file: string;
  readonly uri: string;
}

export interface FoundServers {
  readonly servers: readonly DeclaredServer[];
  readonly problems: readonly PartProblem[];
}

/** Whether the map of servers can be the whole file, or only a named member. */
export type Wrapping = 'wrapped' | 'wrapped-or-bare';

const mapNames = ['mcpServers', 'servers', 'mcp_servers'];
const mostServers = 500;

function problemOf(error: unknown, member: JsonMember, { file }: ServerFile): PartProblem {
  if (!(error instanceof Fault)) throw error;
  const line =
    error.field === undefined ? member.line : (member.value.member(error.field)?.line ?? member.line);
  return { file, line, message: `The server "${member.name.slice(0, 100)}": ${error.message}` };
}

/** Every server of a map. A broken one is listed without a definition, and doesn't affect the others. */
export function serversIn(map: JsonNode, from: ServerFile, rules: DeclarationRules): FoundServers {
  const servers: DeclaredServer[] = [];
  const problems: PartProblem[] = [];
  const seen = new Set<string>();
  if (map.type !== 'object') {
    const message = 'Write the servers as an object, with a name for each.';
    return { servers, problems: [{ file: from.file, line: map.line, message }] };
  }
  for (const member of map.members()) {
    const { name, range } = member;
    if (servers.length >= mostServers) {
      const message = `There are more than ${mostServers} servers; the rest is left out.`;
      problems.push({ file: from.file, line: member.line, message });
      break;
    }
    if (seen.has(name)) {
      const message = `The server "${name.slice(0, 100)}" is declared twice. Rename one.`;
      problems.push({ file: from.file, line: member.line, message });
      continue;
    }
    seen.add(name);
    try {
      refuseServerName(name);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      problems.push({ file: from.file, line: member.line, message: error.message });
      continue;
    }
    const value = member.value.value();
    const declared = { name, uri: from.uri, range, ...(isDisabled(value) && { disabled: true as const }) };
    try {
      const definition = defineServer(name, value, rules);
      servers.push({ ...declared, definition, written: writtenServer(value, rules, definition.transport) });
      const omission = omissionOf(value);
      if (omission !== undefined) problems.push(problemOf(omission, member, from));
    } catch (error) {
      const problem = problemOf(error, member, from);
      const written = writtenServer(value, rules, undefined);
      servers.push({ ...declared, definition: undefined, written, problem: (error as Fault).message });
      problems.push(problem);
    }
  }
  return { servers, problems };
}

function looksLikeServer(node: JsonNode): boolean {
  return ['command', 'url', 'serverUrl', 'httpUrl', 'type'].some((field) => node.member(field) !== undefined);
}

/** The map of servers in a file, under one of the usual names; or the whole file, if that is allowed. */
export function serverMapIn(root: JsonNode, wrapping: Wrapping): JsonNode | undefined {
  for (const name of mapNames) {
    const found = root.member(name);
    // A bare map can contain a server called "servers".
    if (found !== undefined && !(wrapping === 'wrapped-or-bare' && looksLikeServer(found.value)))
      return found.value;
  }
  return wrapping === 'wrapped-or-bare' && root.members().some(({ value }) => value.type === 'object')
    ? root
    : undefined;
}

/** Reads a file of servers. Never throws: errors are reported with their line. */
function readServerText(
  text: string,
  from: ServerFile,
  rules: DeclarationRules,
  wrapping: Wrapping,
): FoundServers {
  try {
    const map = serverMapIn(parseJsonObject(text), wrapping);
    return map === undefined ? { servers: [], problems: [] } : serversIn(map, from, rules);
  } catch (error) {
    if (!(error instanceof TextFault)) throw error;
    return { servers: [], problems: [{ file: from.file, line: error.line, message: error.message }] };
  }
}

/** The location and owner of a configuration that declares servers. */
export interface ServerConfiguration extends ServerFile {
  readonly environment: Environment;
  /** `host`: the user's own configuration. `guest`: it can't grant itself anything, and its paths stay in `folder`. */
  readonly author: 'host' | 'guest';
  /** The base of relative commands and folders; absolute. */
  readonly folder: string;
}

/** The servers under `mcpServers` or `servers` in a configuration file; a bare map of servers works, too. */
export function parseServers(
  text: string,
  { file, uri, environment, author, folder }: ServerConfiguration,
): FoundServers {
  const rules: DeclarationRules = {
    dialect: 'tolerant',
    author,
    environment,
    pluginRoot: undefined,
    pluginData: undefined,
    folder,
    startsIn: author === 'guest' ? folder : undefined,
  };
  return readServerText(text, { file, uri }, rules, author === 'guest' ? 'wrapped-or-bare' : 'wrapped');
}
