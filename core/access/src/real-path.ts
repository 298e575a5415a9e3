import { lstat, readlink, realpath } from 'node:fs/promises';
import path from 'node:path';
import { errnoOf } from './errno.ts';

const maxLinks = 40;

async function targetOfLink(file: string): Promise<string | undefined> {
  try {
    return (await lstat(file)).isSymbolicLink() ? await readlink(file) : undefined;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * The target of a path, whether or not it exists. A dangling link counts: writing through it would create its target.
 * Throws the file system's errors, and ELOOP for links in a cycle.
 */
export async function realPathOf(file: string, links = 0): Promise<string> {
  try {
    return await realpath(file);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
  }
  const parent = path.dirname(file);
  if (parent === file) return file;
  const realParent = await realPathOf(parent, links);
  const target = await targetOfLink(path.join(realParent, path.basename(file)));
  if (target === undefined) return path.join(realParent, path.basename(file));
  if (links >= maxLinks) throw Object.assign(new Error('Too many links.'), { code: 'ELOOP' });
  return realPathOf(path.resolve(realParent, target), links + 1);
}
