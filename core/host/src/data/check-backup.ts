import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { errnoOf } from '@loggia/access';
import { schemaVersion } from '@loggia/storage';
import { digestOf, forEachOf, type Heard } from './durable-copy.ts';
import { manifestFile, parseManifest, type BackupManifest } from './manifest.ts';
import { RestoreFailed } from './restore-failed.ts';
import { database } from './restore-places.ts';
import { walkFolder, type Walked } from './walk-folder.ts';

const mostNamed = 10;

/** Reads what a backup should contain. Throws if this version can't restore it. */
export async function readBackup(backup: string): Promise<BackupManifest> {
  const read = parseManifest(await manifestIn(backup));
  if ('newer' in read) throw newer(backup, read.newer);
  if ('problem' in read)
    throw new RestoreFailed(
      `${path.join(backup, manifestFile)} can’t be used: ${read.problem}. Nothing was changed. Use another backup.`,
    );
  const { manifest } = read;
  if (manifest.schema > schemaVersion) throw newer(backup, manifest.version);
  if (!manifest.files.some((file) => file.path === database))
    throw new RestoreFailed(`${backup} contains no database. Nothing was changed. Use another backup.`);
  return manifest;
}

async function manifestIn(backup: string): Promise<string> {
  try {
    return await readFile(path.join(backup, manifestFile), 'utf8');
  } catch (error) {
    const code = errnoOf(error);
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw unreadable(backup, error);
    throw new RestoreFailed(
      `${backup} is not a complete backup: it has no ${manifestFile}. Give a folder that "loggia backup" made.`,
      { cause: error },
    );
  }
}

function unreadable(backup: string, cause: unknown): RestoreFailed {
  return new RestoreFailed(
    `${backup} can’t be read (${errnoOf(cause) ?? String(cause)}). Nothing was changed. Check that you may read all of it.`,
    { cause },
  );
}

export function newer(backup: string, version: string): RestoreFailed {
  return new RestoreFailed(
    `${backup} was made by a newer version of Loggia (${version}). Nothing was changed. Install that version or a later one, and restore with it.`,
  );
}

/** Reads every byte of a backup. Throws with the names of files that are damaged, missing or not part of it. */
export async function checkBackup(backup: string, manifest: BackupManifest, heard: Heard): Promise<void> {
  const problems = await differences(backup, manifest).catch((error: unknown) => {
    throw unreadable(backup, error);
  });
  const readable = manifest.files.filter((file) => !problems.has(file.path));
  await forEachOf(readable, async (file) => {
    const problem = await problemOf(path.join(backup, file.path), file, heard);
    if (problem !== undefined) problems.set(file.path, problem);
  });
  if (problems.size > 0) throw damaged(backup, problems);
}

/** Entries of its folders that are missing or not in the manifest, with the problem of each. */
async function differences(backup: string, manifest: BackupManifest): Promise<Map<string, string>> {
  const problems = new Map<string, string>();
  const missing = expectedIn(manifest);
  const names = (await readdir(backup)).filter((name) => name !== manifestFile);
  let foreign: string | undefined;
  for await (const entry of walkFolder(backup, names)) {
    // The name of a folder says enough about everything in it.
    if (foreign !== undefined && entry.path.startsWith(`${foreign}/`)) continue;
    const expected = missing.get(entry.path);
    missing.delete(entry.path);
    if (expected === undefined) {
      problems.set(entry.path, 'isn’t part of the backup');
      foreign = entry.path;
    } else if (!isSame(expected, entry)) problems.set(entry.path, 'is damaged');
  }
  for (const name of missing.keys()) problems.set(name, 'is missing');
  return problems;
}

function damaged(backup: string, problems: ReadonlyMap<string, string>): RestoreFailed {
  const named = [...problems].slice(0, mostNamed).map(([name, problem]) => `\n  ${name} ${problem}`);
  const rest = problems.size - named.length;
  const more = rest > 0 ? `\n  and ${rest} more` : '';
  const hasForeign = [...problems.values()].some((problem) => problem.startsWith('isn’t part'));
  const advice = hasForeign
    ? 'Use another backup, or move away what isn’t part of this one.'
    : 'Use another backup.';
  return new RestoreFailed(
    `${backup} is not as it was made:${named.join('')}${more}\nNothing was changed. ${advice}`,
  );
}

function expectedIn({ files, links, folders }: BackupManifest): Map<string, Walked> {
  return new Map<string, Walked>([
    ...files.map((file): [string, Walked] => [file.path, { kind: 'file', path: file.path }]),
    ...links.map((link): [string, Walked] => [link.path, { kind: 'link', ...link }]),
    ...folders.map((folder): [string, Walked] => [folder, { kind: 'folder', path: folder }]),
  ]);
}

function isSame(expected: Walked, found: Walked): boolean {
  if (expected.kind === 'link') return found.kind === 'link' && found.target === expected.target;
  return found.kind === expected.kind;
}

async function problemOf(
  file: string,
  { bytes, sha256 }: BackupManifest['files'][number],
  heard: Heard,
): Promise<string | undefined> {
  try {
    const found = await digestOf(file, heard);
    return found.bytes === bytes && found.sha256 === sha256 ? undefined : 'is damaged';
  } catch (error) {
    const code = errnoOf(error);
    if (code === undefined) throw error;
    return code === 'ENOENT' ? 'is missing' : `can’t be read (${code})`;
  }
}
