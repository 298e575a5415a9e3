import type { Dirent } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { withDirectory, type Roots } from '@loggia/access';
import { ProtocolError, type Params, type Result } from '@loggia/protocol';
import type { ResourceContext } from './context.ts';
import { onBehalfOf } from './errors.ts';

/** A link counts as its target if that may be read; otherwise as a file. */
async function isFolder(roots: Roots, folder: string, entry: Dirent): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  try {
    const target = await roots.confine(pathToFileURL(path.join(folder, entry.name)).href, 'read');
    return (await stat(target)).isDirectory();
  } catch {
    return false;
  }
}

async function entriesOf(directory: string, max: number): Promise<Dirent[]> {
  const entries: Dirent[] = [];
  for await (const entry of await opendir(directory)) {
    entries.push(entry);
    if (entries.length <= max) continue;
    throw new ProtocolError(
      'InvalidParams',
      `The folder has more than the ${max} entries that one list carries.`,
    );
  }
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

export function listResource(
  { uri }: Params<'resourceList'>,
  { roots, limits }: ResourceContext,
): Promise<Result<'resourceList'>> {
  return onBehalfOf(uri, async () => {
    const folder = await roots.confine(uri, 'read');
    const found = await withDirectory(folder, (held) => entriesOf(held.self, limits.maxListedEntries));
    const entries: Result<'resourceList'>['entries'] = [];
    for (const entry of found) {
      const type = (await isFolder(roots, folder, entry)) ? 'directory' : 'file';
      entries.push({ name: entry.name, type });
    }
    return { entries };
  });
}
