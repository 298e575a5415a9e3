import { constants } from 'node:fs';
import { copyFile, cp, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errnoOf } from '@loggia/access';
import type { ContentStore } from '@loggia/artifacts';
import { ProtocolError } from '@loggia/protocol';
import type { SqliteStorage } from '@loggia/storage';

export interface BackUpPorts {
  readonly dataDirectory: string;
  readonly version: string;
  readonly storage: Pick<SqliteStorage, 'copyTo'>;
  readonly content: Pick<ContentStore, 'verify'>;
  /** Runs work while nothing is removed from the content store. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  now(): number;
}

export interface BackedUp {
  readonly directory: string;
  readonly bytes: number;
  readonly contents: number;
  readonly damaged: string[];
}

/** Besides the database and the contents: files that a host can't recreate and that aren't secret. */
const copied = ['host.json', 'workspace', 'results', 'plugins'];
const keyFile = 'key';

/** Gets its final name only when it is complete. */
export async function backUp(
  ports: BackUpPorts,
  { directory, withKey = false }: { readonly directory: string; readonly withKey?: boolean | undefined },
): Promise<BackedUp> {
  await assertFree(ports.dataDirectory, directory);
  const partial = `${directory}.partial`;
  try {
    await rm(partial, { recursive: true, force: true });
    await mkdir(partial, { recursive: true, mode: 0o700 });
    const done = await ports.alone(() => copyAll(ports, partial, withKey));
    await rename(partial, directory);
    return { directory, ...done };
  } catch (error) {
    await rm(partial, { recursive: true, force: true }).catch(() => undefined);
    if (error instanceof ProtocolError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new ProtocolError('Unavailable', `The backup failed: ${why}. Nothing was left behind; try again.`);
  }
}

async function copyAll(
  { dataDirectory, storage, content, version, now }: BackUpPorts,
  to: string,
  withKey: boolean,
): Promise<Omit<BackedUp, 'directory'>> {
  // Copied first: everything it refers to is in the content store by then, and stays there until the end.
  await storage.copyTo(path.join(to, 'loggia.db'));
  let bytes = (await stat(path.join(to, 'loggia.db'))).size;
  let contents = 0;
  const damaged: string[] = [];
  for (const folder of await foldersIn(path.join(dataDirectory, 'content'))) {
    const target = path.join(to, 'content', folder);
    await mkdir(target, { recursive: true, mode: 0o700 });
    for (const name of await readdir(path.join(dataDirectory, 'content', folder))) {
      const hash = folder + name;
      if (!(await content.verify(hash))) damaged.push(hash);
      await copyFile(
        path.join(dataDirectory, 'content', folder, name),
        path.join(target, name),
        constants.COPYFILE_FICLONE,
      );
      bytes += (await stat(path.join(target, name))).size;
      contents += 1;
    }
  }
  for (const name of [...copied, ...(withKey ? [keyFile] : [])]) {
    // Links in a plugin lead to the same place in the copy.
    const options = { recursive: true, verbatimSymlinks: true };
    await cp(path.join(dataDirectory, name), path.join(to, name), options).catch(ignoreMissing);
  }
  const manifest = { version, at: new Date(now()).toISOString(), bytes, contents, damaged, withKey };
  await writeFile(path.join(to, 'backup.json'), `${JSON.stringify(manifest, undefined, 2)}\n`, {
    mode: 0o600,
  });
  return { bytes, contents, damaged };
}

/** The folders of contents: unfinished uploads belong to nobody yet. */
async function foldersIn(directory: string): Promise<string[]> {
  return (await readdir(directory)).filter((name) => /^[0-9a-f]{2}$/.test(name));
}

async function assertFree(dataDirectory: string, directory: string): Promise<void> {
  if (!path.isAbsolute(directory))
    throw invalid(`"${directory}" is not an absolute path. Give the whole path.`);
  const inside = path.relative(dataDirectory, directory);
  if (inside === '' || (!inside.startsWith('..') && !path.isAbsolute(inside)))
    throw invalid(
      `${directory} lies in the data directory. Choose a folder elsewhere, best on another disk.`,
    );
  const found = await stat(directory).catch(() => undefined);
  if (found) throw invalid(`${directory} exists already. Choose a name that does not.`);
}

function invalid(message: string): ProtocolError {
  return new ProtocolError('InvalidParams', message);
}

function ignoreMissing(error: unknown): void {
  if (errnoOf(error) !== 'ENOENT') throw error;
}
