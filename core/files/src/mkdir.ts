import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { errnoOf, type Roots } from '@loggia/access';
import { ProtocolError, type Params, type Result } from '@loggia/protocol';
import type { ResourceContext } from './context.ts';
import { lookAt, withParent } from './entries.ts';
import { onBehalfOf } from './errors.ts';

/** The missing folders, outermost first. A root that is gone isn't created again: the host didn't create it. */
async function missingFolders(roots: Roots, folder: string): Promise<readonly string[]> {
  if (roots.holdsRoot(folder) || (await lookAt(folder))) return [];
  return [...(await missingFolders(roots, path.dirname(folder))), folder];
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await withParent(folder, (held, name) => mkdir(held.at(name)));
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
  }
}

/** Makes a folder and its parents, unless it is there. */
export async function makeFolders(uri: string, { roots }: Pick<ResourceContext, 'roots'>): Promise<string> {
  const folder = await roots.confine(uri, 'write');
  for (const missing of await missingFolders(roots, folder)) await makeFolder(missing);
  return folder;
}

export function makeResourceFolder(
  { uri }: Params<'resourceMkdir'>,
  context: ResourceContext,
): Promise<Result<'resourceMkdir'>> {
  return onBehalfOf(uri, async () => {
    const folder = await makeFolders(uri, context);
    if ((await stat(folder)).isDirectory()) return {};
    throw new ProtocolError(
      'AlreadyExists',
      `${JSON.stringify(uri)} is a file. Choose another name for the folder.`,
    );
  });
}
