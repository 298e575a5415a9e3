import { lstat, readdir, readlink } from 'node:fs/promises';
import path from 'node:path';
import { errnoOf } from '@loggia/access';

/** An entry of a folder; its path has `/` between names. */
export type Walked =
  | { readonly kind: 'file' | 'folder' | 'other'; readonly path: string }
  | { readonly kind: 'link'; readonly path: string; readonly target: string };

/** Everything at and below these names, each folder before its entries. Links aren't followed; missing names are left out. */
export async function* walkFolder(root: string, names: readonly string[]): AsyncGenerator<Walked> {
  for (const name of names) {
    const found = await walked(root, name);
    if (found === undefined) continue;
    yield found;
    if (found.kind !== 'folder') continue;
    const inside = await unlessGone(readdir(path.join(root, name)));
    yield* walkFolder(
      root,
      (inside ?? []).map((entry) => `${name}/${entry}`),
    );
  }
}

async function walked(root: string, name: string): Promise<Walked | undefined> {
  const full = path.join(root, name);
  const found = await unlessGone(lstat(full));
  if (found === undefined) return undefined;
  if (found.isFile()) return { kind: 'file', path: name };
  if (found.isDirectory()) return { kind: 'folder', path: name };
  if (!found.isSymbolicLink()) return { kind: 'other', path: name };
  const target = await unlessGone(readlink(full));
  return target === undefined ? undefined : { kind: 'link', path: name, target };
}

/** Other programs may delete files of a workspace while they are read. */
export async function unlessGone<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
