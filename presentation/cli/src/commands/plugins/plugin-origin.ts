import path from 'node:path';
import type { PluginFrom, PluginOrigin } from '@loggia/protocol';
import { wrongUsage } from '../../failure.ts';
import type { World } from '../../world.ts';
import { contentFromFile } from '../artifacts/content-from-file.ts';
import type { Visit } from '../visit.ts';

export interface NamedOrigin {
  readonly from: string;
  /** It is a repository although its address doesn't look like one. */
  readonly git: boolean;
  readonly ref: string | undefined;
  readonly inside: string | undefined;
}

/** Works out the kind of origin from the arguments, and rejects wrong options before anything is sent. */
export function kindOf({ from, git, ref, inside }: NamedOrigin): PluginFrom['kind'] {
  const kind = git || isAddress(from) ? 'git' : /\.zip$/i.test(from) ? 'zip' : 'folder';
  if (kind === 'folder' && inside !== undefined)
    throw wrongUsage('--inside is for archives and repositories; name the folder itself.');
  if (kind !== 'git' && ref !== undefined)
    throw wrongUsage('--ref is for repositories; add --git if this is one.');
  return kind;
}

function isAddress(from: string): boolean {
  return /^[a-z][a-z0-9+.-]+:/i.test(from) || /^[\w.-]+@[\w.-]+:/.test(from) || /\.git\/?$/.test(from);
}

/** As the host takes it; an archive is sent to it first. */
export async function originNamed(visit: Visit, named: NamedOrigin): Promise<PluginFrom> {
  const kind = kindOf(named);
  const inside = named.inside === undefined ? {} : { inside: named.inside };
  if (kind === 'folder') return { kind, path: absolute(named.from, visit.world) };
  if (kind === 'git') {
    const ref = named.ref === undefined ? {} : { ref: named.ref };
    const isLocal = !/^[\w.-]+@|^[a-z][a-z0-9+.-]+:/i.test(named.from);
    return { kind, address: isLocal ? absolute(named.from, visit.world) : named.from, ...ref, ...inside };
  }
  return { kind, ...(await archiveSent(visit, named.from)), ...inside };
}

export async function archiveSent(
  visit: Visit,
  typed: string,
): Promise<{ readonly content: string; readonly name?: string }> {
  const { file, content } = await contentFromFile(visit, typed);
  return { content: content.hash, ...(file.name !== undefined && { name: file.name.slice(-255) }) };
}

function absolute(typed: string, { workingDirectory }: Pick<World, 'workingDirectory'>): string {
  return path.resolve(workingDirectory, typed);
}

/** Where a plugin came from, in one line. */
export function originWords(from: PluginOrigin): string {
  if (from.kind === 'folder') return from.path;
  const inside = from.inside === undefined ? '' : ` (${from.inside})`;
  if (from.kind === 'zip') return `${from.name ?? 'archive'}${inside}`;
  if (from.kind !== 'git') return '';
  const commit = from.commit === undefined ? '' : `@${from.commit.slice(0, 7)}`;
  return `${from.address}${commit}${inside}`;
}
