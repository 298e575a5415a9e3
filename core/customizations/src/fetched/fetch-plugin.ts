import { createWriteStream } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PluginFrom } from '@loggia/protocol';
import type { AddedFrom } from '../decisions/added-plugins.ts';
import { pathBelow } from '../files/names.ts';
import { usualPartPlaces } from '../plugins/part-locations.ts';
import { clone } from './clone.ts';
import { FetchRefused } from './fetch-refused.ts';
import { megabytes, type FetchLimits } from './fetch-limits.ts';
import { gitAddress, gitRef } from './git-address.ts';
import type { PluginFolders } from './plugin-folders.ts';
import { unzip } from './unzip.ts';

export interface FetchPorts {
  readonly folders: PluginFolders;
  /** Bytes that were uploaded. Rejects when there are none of this hash. */
  content(hash: string): Promise<Readable>;
  /** The host's own environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly limits: FetchLimits;
}

/** From somewhere else: an archive or a repository. */
export type Fetchable = Exclude<PluginFrom, { kind: 'folder' }>;

/** For `PluginFolders.place`. */
export interface Fetched {
  readonly filled: string;
  readonly from: AddedFrom;
  /** A name for its folder. */
  readonly name: string;
}

/** Fetches a plugin into the host's folder for it. Rejects with FetchRefused or FileRefused, and leaves nothing then. */
export async function fetchPlugin(
  from: Fetchable,
  id: string,
  ports: FetchPorts,
  signal: AbortSignal,
): Promise<Fetched> {
  const below = from.inside === undefined ? '' : pathBelow(from.inside);
  const inside = below === '' ? {} : { inside: below };
  return from.kind === 'zip'
    ? unpacked(from, inside, id, ports, signal)
    : cloned(from, inside, id, ports, signal);
}

/** One folder around everything is taken off. */
async function unpacked(
  { content, name }: Extract<Fetchable, { kind: 'zip' }>,
  inside: { readonly inside?: string },
  id: string,
  { folders, limits, ...ports }: FetchPorts,
  signal: AbortSignal,
): Promise<Fetched> {
  const filled = await folders.fill(id, async (folder) => {
    const archive = `${folder}.zip`;
    try {
      const bytes = upTo(await ports.content(content), limits.maxArchiveBytes);
      await pipeline(bytes, createWriteStream(archive, { mode: 0o600 }), { signal });
      await unzip(archive, folder, { limits, signal });
      return await unwrapped(folder);
    } finally {
      await rm(archive, { force: true });
    }
  });
  const from = { kind: 'zip', ...(name !== undefined && { name }), ...inside } as const;
  return { filled, from, name: folderName(name?.replace(/\.zip$/i, '') ?? '') };
}

async function cloned(
  { address, ref }: Extract<Fetchable, { kind: 'git' }>,
  inside: { readonly inside?: string },
  id: string,
  { folders, env, limits }: FetchPorts,
  signal: AbortSignal,
): Promise<Fetched> {
  const git = gitAddress(address);
  const branch = ref === undefined ? {} : { ref: gitRef(ref) };
  let commit = '';
  const filled = await folders.fill(id, async (folder) => {
    commit = await clone(git, branch.ref, folder, { env, limits, signal });
    return folder;
  });
  const from = { kind: 'git', address: git.address, ...branch, ...inside, commit } as const;
  return { filled, from, name: folderName(git.name) };
}

async function* upTo(bytes: Readable, most: number): AsyncGenerator<Buffer, void, undefined> {
  let total = 0;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    total += chunk.length;
    if (total > most)
      throw new FetchRefused(
        `The archive is larger than ${megabytes(most)}. Leave out what the plugin doesn't need.`,
      );
    yield chunk;
  }
}

/** Left by the file manager of macOS in every archive that it makes. */
const debris = new Set(['__MACOSX', '.DS_Store']);
const partFolders = new Set(usualPartPlaces.map((place) => place.split('/')[0]));

/** A folder of parts, such as `skills`, belongs to the plugin even if it is all there is. */
async function unwrapped(folder: string): Promise<string> {
  const entries = await readdir(folder, { withFileTypes: true });
  const [only, ...others] = entries.filter(({ name }) => !debris.has(name));
  const isPart = only === undefined || only.name.startsWith('.') || partFolders.has(only.name);
  const isWrapper = !isPart && only.isDirectory() && others.length === 0;
  return isWrapper ? path.join(folder, only.name) : folder;
}

/** A plugin without a manifest is called what its folder is called. */
function folderName(name: string): string {
  const plain = name.replace(/[^\w.-]+/g, '-').replace(/^[.-]+/, '');
  return plain.slice(0, 100) || 'plugin';
}
