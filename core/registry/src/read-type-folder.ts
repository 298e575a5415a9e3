import { constants } from 'node:fs';
import { lstat, open, opendir } from 'node:fs/promises';
import path from 'node:path';
import { isTypeFile, mimeOfFolder, parseTypeFiles, typeLimits, type TypeContract } from '@loggia/content';
import type { TypeDefect } from './claim.ts';

export interface TypeFolder {
  readonly contracts: readonly TypeContract[];
  readonly problems: readonly TypeDefect[];
}

// Without O_NONBLOCK, opening a pipe waits for a writer.
const readFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const mostEntries = 1000;

interface Entry {
  readonly name: string;
  readonly kind: 'folder' | 'file' | 'neither';
}

class Unreadable extends Error {}

async function entriesOf(folder: string): Promise<readonly Entry[]> {
  // A link in place of the folder would lead elsewhere.
  if (!(await lstat(folder)).isDirectory())
    throw new Unreadable('It is not a folder. Put the folder itself there.');
  const entries: Entry[] = [];
  for await (const entry of await opendir(folder)) {
    if (entry.name.startsWith('.')) continue;
    const kind = entry.isDirectory() ? 'folder' : entry.isFile() ? 'file' : 'neither';
    entries.push({ name: entry.name, kind });
    if (entries.length > mostEntries)
      throw new Unreadable(`There are more than ${mostEntries} entries in it. Remove some.`);
  }
  return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
}

async function textOf(file: string): Promise<string> {
  const handle = await open(file, readFlags);
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw new Unreadable('It is not a file. Put a file there.');
    if (found.size > typeLimits.fileCharacters)
      throw new Unreadable(`It is larger than ${typeLimits.fileCharacters / 1024} kB. Make it smaller.`);
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof Unreadable) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ELOOP') return 'It is a link. Put the file itself there.';
  if (code === 'EACCES' || code === 'EPERM') return 'The host may not read it. Change its permissions.';
  return `It cannot be read${code === '' ? '' : ` (${code})`}. Check that it is there and try again.`;
}

/**
 * Reads the platform's own definitions, `<root>/<category>/<subtype>/type.json` and so on; `_any` stands for `*`. Links
 * aren't followed. Never rejects: unreadable files are reported as problems.
 */
export async function readTypeFolder(root: string): Promise<TypeFolder> {
  const contracts: TypeContract[] = [];
  const problems: TypeDefect[] = [];
  const report = (mime: string, file: string, message: string) => {
    problems.push({ mime, file, path: '', message });
  };

  async function below(folder: string, mime: string): Promise<readonly Entry[]> {
    try {
      return await entriesOf(path.join(root, folder));
    } catch (error) {
      report(mime, folder === '' ? path.basename(root) : folder, reasonOf(error));
      return [];
    }
  }

  async function filesOf(folder: string, mime: string): Promise<ReadonlyMap<string, string>> {
    const files = new Map<string, string>();
    const names: string[] = [];
    for (const { name, kind } of await below(folder, mime)) {
      if (kind === 'neither')
        report(mime, `${folder}/${name}`, 'It is a link or not a file. Put the file itself there.');
      else if (kind === 'file') names.push(name);
      else if (name === 'handlers') {
        const inner = await below(`${folder}/${name}`, mime);
        for (const entry of inner)
          if (entry.kind === 'file') names.push(`${name}/${entry.name}`);
          else
            report(
              mime,
              `${folder}/${name}/${entry.name}`,
              'It is a link or not a file. Put the file itself there.',
            );
      }
    }
    for (const name of names.filter(isTypeFile).slice(0, typeLimits.filesPerType + 1)) {
      try {
        files.set(name, await textOf(path.join(root, folder, name)));
      } catch (error) {
        report(mime, `${folder}/${name}`, reasonOf(error));
      }
    }
    return files;
  }

  for (const category of await below('', '')) {
    if (category.kind !== 'folder') {
      if (category.kind === 'neither')
        report('', category.name, 'It is a link. Put the folder itself there.');
      continue;
    }
    for (const subtype of await below(category.name, '')) {
      const folder = `${category.name}/${subtype.name}`;
      if (subtype.kind !== 'folder') {
        report('', folder, 'It is not a folder. Types lie in <category>/<subtype>/.');
        continue;
      }
      const mime = mimeOfFolder(folder);
      if (mime === undefined) {
        report('', folder, 'Its name is not a MIME type in lower case. Rename it.');
        continue;
      }
      const parsed = parseTypeFiles(mime, await filesOf(folder, mime), 'platform');
      if (parsed.contract !== undefined) contracts.push(parsed.contract);
      problems.push(
        ...parsed.problems.map((problem) => ({ ...problem, mime, file: `${folder}/${problem.file}` })),
      );
    }
  }
  return { contracts, problems };
}
