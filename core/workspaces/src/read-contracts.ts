import {
  parseTypeFiles,
  parseTypeUri,
  typeLimits,
  type TypeContract,
  type TypeProblem,
} from '@loggia/content';
import { ServerFailure, type ServerConnection } from '@loggia/mcp';

/** The types that a server declares, and the problems of those that can't be read. */
export interface ServedTypes {
  readonly contracts: readonly TypeContract[];
  readonly problems: readonly ServedProblem[];
}

export type ServedProblem = TypeProblem & { readonly mime: string };

/** The files of one type by name, each with its URI. */
type FileAddresses = Map<string, string>;

const mostPages = 100;
const asked = { caller: 'host', timeoutMs: 10_000 } as const;
const readsAtOnce = 8;
const longestReason = 300;

/**
 * Reads a server's `type:` resources, and nothing else. Rejects if the server can't be reached; invalid content is
 * reported as a problem.
 */
export async function readContracts(connection: ServerConnection): Promise<ServedTypes> {
  if (connection.facts?.resources === undefined) return { contracts: [], problems: [] };
  const { types, problems } = await findTypes(connection);
  const contracts: TypeContract[] = [];
  for (const [mime, files] of types) {
    const { texts, refused } = await readFiles(connection, files);
    const parsed = parseTypeFiles(mime, texts);
    if (parsed.contract) contracts.push(parsed.contract);
    problems.push(...[...refused, ...parsed.problems].map((problem) => ({ ...problem, mime })));
  }
  return { contracts, problems };
}

async function findTypes(
  connection: ServerConnection,
): Promise<{ types: Map<string, FileAddresses>; problems: ServedProblem[] }> {
  const types = new Map<string, FileAddresses>();
  const problems: ServedProblem[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const listed = await connection.request('resources/list', params, asked);
    for (const uri of urisIn(listed)) {
      const address = parseTypeUri(uri);
      if (!address) continue;
      const files = types.get(address.mime) ?? new Map<string, string>();
      if (!types.has(address.mime) && types.size >= typeLimits.typesPerServer) {
        const message = `The server has more than ${typeLimits.typesPerServer} types, and this one was left out. Split the server.`;
        problems.push({ mime: address.mime, file: address.file, path: '', message });
        return { types, problems };
      }
      types.set(address.mime, files);
      // One more than allowed is enough to report it.
      if (files.size <= typeLimits.filesPerType) files.set(address.file, uri);
    }
    cursor = cursorIn(listed);
    if (cursor === undefined) break;
  }
  return { types, problems };
}

async function readFiles(
  connection: ServerConnection,
  files: FileAddresses,
): Promise<{ texts: Map<string, string>; refused: TypeProblem[] }> {
  const texts = new Map<string, string>();
  const refused: TypeProblem[] = [];
  const entries = [...files];
  for (let start = 0; start < entries.length; start += readsAtOnce) {
    const part = entries.slice(start, start + readsAtOnce);
    const read = await Promise.all(part.map(([, uri]) => readText(connection, uri)));
    for (const [index, [file]] of part.entries()) {
      const text = read[index];
      if (typeof text === 'string') texts.set(file, text);
      else if (text) refused.push({ file, path: '', message: refusalOf(text) });
    }
  }
  return { texts, refused };
}

/** If the server refuses, only this file fails; any other error means that the server can't be reached. */
async function readText(connection: ServerConnection, uri: string): Promise<string | ServerFailure> {
  try {
    return textIn(await connection.request('resources/read', { uri }, asked));
  } catch (error) {
    if (error instanceof ServerFailure && error.kind === 'refused') return error;
    throw error;
  }
}

function refusalOf({ message }: ServerFailure): string {
  return `The server lists it but doesn't serve it: ${message.slice(0, longestReason)} Correct the server.`;
}

type Json = Readonly<Record<string, unknown>>;

function urisIn(listed: unknown): string[] {
  const resources = (listed as Json | undefined)?.['resources'];
  if (!Array.isArray(resources)) return [];
  return resources.flatMap((resource: unknown) => {
    const uri = (resource as Json | null)?.['uri'];
    return typeof uri === 'string' ? [uri] : [];
  });
}

function cursorIn(listed: unknown): string | undefined {
  const cursor = (listed as Json | undefined)?.['nextCursor'];
  return typeof cursor === 'string' && cursor !== '' ? cursor : undefined;
}

function textIn(read: unknown): string {
  const contents = (read as Json | undefined)?.['contents'];
  const [first] = (Array.isArray(contents) ? contents : []) as (Json | null)[];
  const text = first?.['text'];
  if (typeof text === 'string') return text;
  const blob = first?.['blob'];
  return typeof blob === 'string' ? Buffer.from(blob, 'base64').toString('utf8') : '';
}
