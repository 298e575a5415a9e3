import { lstat, mkdir, realpath, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isInside } from '@loggia/access';
import type { ListedParts } from '../plugins/listed-parts.ts';
import { manifestFiles } from '../plugins/manifest.ts';
import { FetchRefused } from './fetch-refused.ts';

/** The first of the manifests, so that it counts beside any other. */
const [file = ''] = manifestFiles;

/**
 * Gives a plugin that was fetched the manifest that its list declares. Writes only in the fetched files: a link in them
 * is replaced, never followed. Rejects with FetchRefused if the plugin's folder isn't in them.
 */
export async function writeManifest(
  { root, within }: { readonly root: string; readonly within: string },
  { manifest, isWhole }: ListedParts,
): Promise<void> {
  const [folder, all] = await Promise.all([realpath(root).catch(() => ''), realpath(within)]);
  const isThere = folder === all || isInside(all, folder);
  if (folder === '' || !isThere)
    throw new FetchRefused('The list names a folder that is not there. Choose another plugin of the list.');
  if (!isWhole && (await hasManifest(folder))) return;
  const target = path.join(folder, file);
  const parent = path.dirname(target);
  if (!(await lstat(parent).catch(() => undefined))?.isDirectory()) {
    await rm(parent, { force: true });
    await mkdir(parent);
  }
  await rm(target, { recursive: true, force: true });
  await writeFile(target, manifest, { flag: 'wx' });
}

async function hasManifest(folder: string): Promise<boolean> {
  const found = manifestFiles.map((name) => lstat(path.join(folder, name)).catch(() => undefined));
  return (await Promise.all(found)).some((entry) => entry !== undefined);
}
