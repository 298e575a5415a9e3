import {
  parseTypeFiles,
  parseTypeUri,
  typeLimits,
  type TypeContract,
  type TypeProblem,
} from '@loggia/content';
import { ServerFailure, type ServerConnection } from '@loggia/mcp';

/** The types that a server says it has, and what is wrong with those that cannot be read. */
export interface ServedTypes {
  readonly contracts: readonly TypeContract[];
  readonly problems: readonly ServedProblem[];
}

export type ServedProblem = TypeProblem & { readonly mime: string };

/** The files of one type, by name; each with the address it is read from. */
type Places = Map<string, string>;

const mostPages = 100;
const asked = { caller: 'host', timeoutMs: 10_000 } as const;
const readsAtOnce = 8;
const longestReason = 300;

/**
 * Reads the `type:` resources of a server, and nothing else of it. Rejects when the server cannot be asked; what it says
 * that makes no sense is a problem.
 */
export async function readContracts(connection: ServerConnection): Promise<ServedTypes> {
  if (connection.facts?.resources === undefined) return { contracts: [], problems: [] };
  const { places, problems } = await findTypes(connection);
  const contracts: TypeContract[] = [];
  for (const [mime, files] of places) {
    const { texts, refused } = await readFiles(connection, files);
    const parsed = parseTypeFiles(mime, texts);
    if (parsed.contract) contracts.push(parsed.contract);
    problems.push(...[...refused, ...parsed.problems].map((problem) => ({ ...problem, mime })));
  }
  return { contracts, problems };
}

async function findTypes(
  connection: ServerConnection,
): Promise<{ places: Map<string, Places>; problems: ServedProblem[] }> {
  const places = new Map<string, Places>();
  const problems: ServedProblem[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const listed = await connection.request('resources/list', params, asked);
    for (const uri of urisIn(listed)) {
      const place = parseTypeUri(uri);
      if (!place) continue;
      const files = places.get(place.mime) ?? new Map<string, string>();
      if (!places.has(place.mime) && places.size >= typeLimits.typesPerServer) {
        const message = `The server has more than ${typeLimits.typesPerServer} types, and this one was left out. Split the server.`;
        problems.push({ mime: place.mime, file: place.file, path: '', message });
        return { places, problems };
      }
      places.set(place.mime, files);
      // One more than there may be is enough for a sentence about it.
      if (files.size <= typeLimits.filesPerType) files.set(place.file, uri);
    }
    cursor = cursorIn(listed);
    if (cursor === undefined) break;
  }
  return { places, problems };
}

async function readFiles(
  connection: ServerConnection,
  files: Places,
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

/** What the server refuses is its word on this one file; anything else means that it cannot be asked. */
async function readText(connection: ServerConnection, uri: string): Promise<string | ServerFailure> {
  try {
    return textIn(await connection.request('resources/read', { uri }, asked));
  } catch (error) {
    if (error instanceof ServerFailure && error.kind === 'refused') return error;
    throw error;
  }
}

function refusalOf({ message }: ServerFailure): string {
  return `The server lists it and does not show it: ${message.slice(0, longestReason)} Correct the server.`;
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
