import { constants, type Dirent } from 'node:fs';
import { open, opendir, realpath, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { errnoOf, isInside, withDirectory } from '@loggia/access';
import type { FileEntry, PluginFiles } from '../plugins/loaded.ts';
import { FileRefused } from './file-refused.ts';
import { defaultFileLimits, tooLarge, tooMany, type FileLimits } from './limits.ts';
import { isEntryName, partsBelow } from './names.ts';
import { textOf } from './text.ts';

// Without O_NONBLOCK, opening a pipe waits for a writer.
const readFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

const outside = 'It is a link that leads out of the folder. Put the file itself there.';

const rootOutside =
  'It is a link that leads out of the folder that names it, so nothing in it was read. Put the folder itself there.';

/** File system errors that mean there is no such file or folder. */
function isAbsence(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(errnoOf(error) ?? '');
}

function refuse(error: unknown): never {
  if (error instanceof FileRefused) throw error;
  const code = errnoOf(error);
  if (code === 'ELOOP')
    throw new FileRefused('It is a link that leads back to itself. Put the file itself there.');
  if (code === 'EACCES' || code === 'EPERM')
    throw new FileRefused('The host may not read it. Change its permissions.');
  throw new FileRefused(`It cannot be read${code === undefined ? '' : ` (${code})`}. Try again.`);
}

/** Undefined if nothing is there; rejects if it must not be used. */
async function ifThere<Value>(use: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await use();
  } catch (error) {
    return isAbsence(error) ? undefined : refuse(error);
  }
}

async function readUpTo(handle: FileHandle, max: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let total = 0;
  // Reads to find out, since sizes can lie.
  for (;;) {
    const chunk = Buffer.allocUnsafe(Math.min(64 * 1024, max + 1 - total));
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, total);
    if (bytesRead === 0) return Buffer.concat(chunks, total);
    chunks.push(chunk.subarray(0, bytesRead));
    total += bytesRead;
    if (total > max) throw new FileRefused(tooLarge(max));
  }
}

async function readFileAt(file: string, max: number): Promise<string | undefined> {
  const handle = await open(file, readFlags);
  try {
    const found = await handle.stat();
    if (found.isDirectory()) return undefined;
    if (!found.isFile()) throw new FileRefused('It is not a file. Put a file there.');
    if (found.size > max) throw new FileRefused(tooLarge(max));
    return textOf(await readUpTo(handle, max));
  } finally {
    await handle.close();
  }
}

async function entriesOf(directory: string, max: number): Promise<Dirent[]> {
  const entries: Dirent[] = [];
  for await (const entry of await opendir(directory)) {
    entries.push(entry);
    if (entries.length > max) throw new FileRefused(tooMany(max));
  }
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * The files below a folder of this machine. Every name is resolved to its real path, and paths that lead out of the
 * folder are refused; the containing folder is held open meanwhile, so that no link can be inserted.
 */
export function diskFiles(
  root: string,
  options: {
    readonly limits?: FileLimits;
    /** The folder that must really contain the root, with all links resolved. */
    readonly within?: string | undefined;
  } = {},
): PluginFiles {
  const { limits = defaultFileLimits, within } = options;
  const start = path.resolve(root);

  async function realRootOf(): Promise<string> {
    const real = await realpath(start);
    if (within !== undefined && !isInside(await realpath(within), real)) throw new FileRefused(rootOutside);
    return real;
  }

  async function locate(name: string): Promise<{ readonly realRoot: string; readonly real: string }> {
    const parts = partsBelow(name);
    const realRoot = await realRootOf();
    const real = await realpath(path.join(realRoot, ...parts));
    if (!isInside(realRoot, real)) throw new FileRefused(outside);
    return { realRoot, real };
  }

  async function typeOf(realRoot: string, real: string, entry: Dirent): Promise<FileEntry['type']> {
    if (entry.isDirectory()) return 'directory';
    if (entry.isFile()) return 'file';
    if (!entry.isSymbolicLink()) return 'unusable';
    try {
      const target = await realpath(path.join(real, entry.name));
      if (!isInside(realRoot, target)) return 'unusable';
      const found = await stat(target);
      if (found.isDirectory()) return 'directory';
      return found.isFile() ? 'file' : 'unusable';
    } catch {
      return 'unusable';
    }
  }

  return {
    uri: pathToFileURL(start).href.replace(/(?<=[^/])\/$/, ''),
    path: start,
    read: (file) =>
      ifThere(async () => {
        const { realRoot, real } = await locate(file);
        if (real === realRoot) return undefined;
        return withDirectory(path.dirname(real), (held) =>
          readFileAt(held.at(path.basename(real)), limits.maxFileBytes),
        );
      }),
    list: async (directory) => {
      const listed = await ifThere(async () => {
        const { realRoot, real } = await locate(directory);
        const found = await withDirectory(real, (held) => entriesOf(held.self, limits.maxEntries));
        return Promise.all(
          found
            .filter(({ name }) => isEntryName(name))
            .map(async (entry) => ({ name: entry.name, type: await typeOf(realRoot, real, entry) })),
        );
      });
      return listed ?? [];
    },
  };
}
