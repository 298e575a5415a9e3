import { opendir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Roots } from '@loggia/access';

export interface FoundFile {
  /** Relative to the folder that it was found in, with slashes. */
  readonly path: string;
  readonly uri: string;
}

/** Files below these folders whose path contains the query, the best matches first. */
export type FindFiles = (
  folders: readonly string[],
  query: string,
  most: number,
) => Promise<readonly FoundFile[]>;

/** A larger tree is searched only this far, from the top. */
const mostEntries = 20_000;
/** Somebody who types asks again with each letter. */
const keepForMs = 10_000;
const mostKept = 16;

interface Kept {
  readonly at: number;
  readonly files: Promise<readonly FoundFile[]>;
}

/** Finds files in folders that clients may read. */
export function fileFinder(roots: Pick<Roots, 'confine'>, now: () => number): FindFiles {
  const kept = new Map<string, Kept>();
  const filesIn = (folder: string): Promise<readonly FoundFile[]> => {
    const known = kept.get(folder);
    if (known && now() - known.at < keepForMs) return known.files;
    const files = roots.confine(folder, 'read').then(
      (directory) => walk(directory),
      // A folder that is gone, or may not be read, has no files for anybody.
      () => [],
    );
    kept.delete(folder);
    kept.set(folder, { at: now(), files });
    for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - mostKept))) kept.delete(oldest);
    return files;
  };
  return async (folders, query, most) => {
    const files = (await Promise.all(folders.map(filesIn))).flat();
    const wanted = query.toLowerCase();
    return files
      .flatMap((file) => {
        const rank = rankOf(file.path.toLowerCase(), wanted);
        return rank === undefined ? [] : [{ file, rank }];
      })
      .sort((a, b) => a.rank - b.rank)
      .slice(0, most)
      .map(({ file }) => file);
  };
}

/** A name that begins with the query comes before one that contains it, and that before a path that does. */
function rankOf(file: string, query: string): number | undefined {
  const name = path.posix.basename(file);
  if (name.startsWith(query)) return 0;
  if (name.includes(query)) return 1;
  return file.includes(query) ? 2 : undefined;
}

/** From the top down, so that a limit leaves out what lies deepest. Links aren't followed: they may lead outside. */
async function walk(directory: string): Promise<readonly FoundFile[]> {
  const files: FoundFile[] = [];
  const folders = [''];
  let entries = 0;
  for (const folder of folders) {
    try {
      for await (const entry of await opendir(path.join(directory, folder))) {
        entries += 1;
        if (entries > mostEntries) return files;
        if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
        const relative = path.posix.join(folder, entry.name);
        if (entry.isDirectory()) folders.push(relative);
        else if (entry.isFile())
          files.push({ path: relative, uri: pathToFileURL(path.join(directory, relative)).href });
      }
    } catch {
      // A folder that went away, or that the host may not read, is left out.
    }
  }
  return files;
}
