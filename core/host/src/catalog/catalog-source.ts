import { open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { errnoOf } from '@loggia/access';

/** Where a catalog is: in the product, in a file or folder, or at an address. */
export type CatalogSource =
  | { readonly kind: 'builtIn'; readonly path: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'address'; readonly url: string };

export interface FetchLimits {
  readonly bytes: number;
  readonly ms: number;
}

/** The registry of the protocol has 41 entries in some 40 kB. */
export const fetchLimits: FetchLimits = { bytes: 5 * 1024 * 1024, ms: 10_000 };

const mostFiles = 500;

/** The reason why a source could not be read, as the end of a sentence about it. */
export class UnreadableSource extends Error {}

/** The documents of a source: one, or all of a folder. Rejects with an UnreadableSource. */
export async function readSource(source: CatalogSource, limits = fetchLimits): Promise<readonly string[]> {
  if (source.kind === 'address') return [await readAddress(source.url, limits)];
  try {
    if (!(await stat(source.path)).isDirectory()) return [await readBounded(source.path, limits.bytes)];
    const files = await filesIn(source.path);
    return await Promise.all(files.map((file) => readBounded(file, limits.bytes)));
  } catch (error) {
    if (error instanceof UnreadableSource) throw error;
    throw new UnreadableSource(reasonOf(error));
  }
}

/** A `registry.json`, or else the files of the folder and the `agent.json` of each folder in it, as in the registry's repository. */
async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const registry = entries.find((entry) => entry.isFile() && entry.name === 'registry.json');
  if (registry) return [path.join(folder, registry.name)];
  const files = entries.flatMap((entry) => {
    if (entry.isFile())
      return entry.name.endsWith('.json') && !entry.name.endsWith('.schema.json') ? [entry.name] : [];
    return entry.isDirectory() && !/^[._]/.test(entry.name) ? [path.join(entry.name, 'agent.json')] : [];
  });
  const there = await Promise.all(
    files.slice(0, mostFiles).map(async (name) => {
      const file = path.join(folder, name);
      return (await stat(file).catch(() => undefined))?.isFile() ? [file] : [];
    }),
  );
  return there.flat().toSorted();
}

async function readBounded(file: string, most: number): Promise<string> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    if (size > most) throw tooLarge(most);
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

async function readAddress(url: string, { bytes, ms }: FetchLimits): Promise<string> {
  const signal = AbortSignal.timeout(ms);
  try {
    const response = await fetch(url, { signal });
    if (!response.ok || response.body === null) {
      await response.body?.cancel();
      throw new UnreadableSource(`could not be loaded: it answered with status ${response.status}`);
    }
    const pieces: Uint8Array[] = [];
    let total = 0;
    for await (const piece of response.body) {
      total += piece.byteLength;
      if (total > bytes) throw tooLarge(bytes);
      pieces.push(piece);
    }
    return new TextDecoder().decode(Buffer.concat(pieces));
  } catch (error) {
    if (error instanceof UnreadableSource) throw error;
    if (signal.aborted)
      throw new UnreadableSource(`took longer than ${Math.round(ms / 1000)} seconds to load`);
    throw new UnreadableSource('could not be reached');
  }
}

function tooLarge(most: number): UnreadableSource {
  return new UnreadableSource(`is larger than ${Math.round(most / 1024 / 1024)} MiB`);
}

function reasonOf(error: unknown): string {
  switch (errnoOf(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'is not there';
    case 'EACCES':
    case 'EPERM':
      return 'may not be read by the host';
    default:
      return `can't be read (${error instanceof Error ? error.message : String(error)})`;
  }
}
