import { readdir, rename, rm, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { ProtocolError } from '@loggia/protocol';
import { examineCopy, type SqliteStorage } from '@loggia/storage';
import {
  copyDurably,
  digestOf,
  forEachOf,
  makeFolder,
  syncFile,
  syncFolder,
  syncFolders,
  writeDurably,
} from './durable-copy.ts';
import { backupFormat, manifestFile, manifestText, type BackupManifest } from './manifest.ts';
import { unlessGone, walkFolder } from './walk-folder.ts';

export interface BackUpPorts {
  readonly dataDirectory: string;
  readonly version: string;
  readonly storage: Pick<SqliteStorage, 'copyTo'>;
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
const database = 'loggia.db';

/** Gets its final name only when it is complete, verified and on the disk. */
export async function backUp(
  ports: BackUpPorts,
  { directory, withKey = false }: { readonly directory: string; readonly withKey?: boolean | undefined },
): Promise<BackedUp> {
  await assertFree(ports.dataDirectory, directory);
  const partial = `${directory}.partial`;
  try {
    await rm(partial, { recursive: true, force: true });
    await makeFolder(partial);
    const { bytes, contents, damaged } = await ports.alone(() => copyAll(ports, partial, withKey));
    await rename(partial, directory);
    await syncFolder(path.dirname(directory));
    return { directory, bytes, contents, damaged };
  } catch (error) {
    await rm(partial, { recursive: true, force: true }).catch(() => undefined);
    if (error instanceof ProtocolError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new ProtocolError('Unavailable', `The backup failed: ${why}. Nothing was left behind; try again.`);
  }
}

type Lists = Pick<BackupManifest, 'files' | 'links' | 'folders'>;

async function copyAll(ports: BackUpPorts, to: string, withKey: boolean): Promise<BackupManifest> {
  const { dataDirectory, version, now } = ports;
  const lists: Lists = { files: [], links: [], folders: [] };
  // Copied first: everything it refers to is in the content store by then, and stays there until the end.
  const { schema, contents: needed } = await copyDatabase(ports, to, lists);
  const contents = await copyContents(dataDirectory, to, lists);
  const damaged = [...contents].flatMap(([hash, isWhole]) => (isWhole ? [] : [hash]));
  damaged.push(...needed.filter((hash) => !contents.has(hash)));
  await copyFolders(dataDirectory, to, [...copied, ...(withKey ? [keyFile] : [])], lists);
  await syncFolders(to, lists.folders);
  const manifest: BackupManifest = {
    format: backupFormat,
    version,
    schema,
    at: new Date(now()).toISOString(),
    bytes: lists.files.reduce((sum, { bytes }) => sum + bytes, 0),
    contents: contents.size,
    damaged,
    withKey,
    ...lists,
  };
  await writeDurably(path.join(to, manifestFile), manifestText(manifest));
  await syncFolder(to);
  return manifest;
}

async function copyDatabase({ storage }: BackUpPorts, to: string, { files }: Lists) {
  const file = path.join(to, database);
  await storage.copyTo(file);
  const { problems, ...facts } = await examineCopy(file);
  if (problems.length > 0)
    throw new ProtocolError(
      'Unavailable',
      `The copy of the database is damaged (${problems[0]}), so there is no new backup. Run "loggia doctor --deep", and keep your earlier backups.`,
    );
  await syncFile(file);
  files.push({ path: database, ...(await digestOf(file)) });
  return facts;
}

/** Whether each content matches its hash. The others are copied as they are: parts of them may still be of use. */
async function copyContents(
  dataDirectory: string,
  to: string,
  { files, folders }: Lists,
): Promise<Map<string, boolean>> {
  const contents = new Map<string, boolean>();
  const root = path.join(dataDirectory, 'content');
  await makeFolder(path.join(to, 'content'));
  folders.push('content');
  // Only contents: unfinished uploads belong to nobody yet.
  for (const folder of (await readdir(root)).filter((name) => /^[0-9a-f]{2}$/.test(name))) {
    await makeFolder(path.join(to, 'content', folder));
    folders.push(`content/${folder}`);
    await forEachOf(await readdir(path.join(root, folder)), async (name) => {
      const file = `content/${folder}/${name}`;
      const done = await copyDurably(path.join(dataDirectory, file), path.join(to, file));
      files.push({ path: file, ...done });
      contents.set(folder + name, done.sha256 === folder + name);
    });
  }
  return contents;
}

/** Links stay links, so those in a plugin lead to the same place in the copy. */
async function copyFolders(
  dataDirectory: string,
  to: string,
  names: readonly string[],
  { files, links, folders }: Lists,
): Promise<void> {
  for await (const entry of walkFolder(dataDirectory, names)) {
    const target = path.join(to, entry.path);
    if (entry.kind === 'folder') {
      await makeFolder(target);
      folders.push(entry.path);
    } else if (entry.kind === 'link') {
      await symlink(entry.target, target);
      links.push({ path: entry.path, target: entry.target });
    } else if (entry.kind === 'file') {
      const done = await unlessGone(copyDurably(path.join(dataDirectory, entry.path), target));
      if (done) files.push({ path: entry.path, ...done });
    }
  }
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
