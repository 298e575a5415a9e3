import { existsSync } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import path from 'node:path';
import { errnoOf, isInside } from '@loggia/access';
import { runGit } from './git.ts';
import { NotFollowed, type FolderLimits } from './limits.ts';

/** A file that Git has a copy of, and what it looked like when Git last read it. */
export interface TrackedFile {
  readonly blob: string;
  readonly mark: GitMark;
}

export interface GitMark {
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  readonly size: bigint;
  /** Its lower 32 bits: Git stores no more. */
  readonly ino: bigint;
}

/** The files of a folder, by their paths in it, with slashes. */
export interface Listing {
  readonly paths: readonly string[];
  readonly tracked: ReadonlyMap<string, TrackedFile>;
  /** When Git's index was written: files that changed at that moment may differ from what it says. */
  readonly indexNs: bigint;
}

const skipped = new Set(['.git', 'node_modules']);

/** Lists what a repository tracks or doesn't ignore, and otherwise everything. Throws `NotFollowed`. */
export async function listFiles(folder: string, how: Listed): Promise<Listing> {
  const index = await indexOf(folder, how.env);
  const listed = index === undefined ? undefined : await listRepository(folder, index, how);
  return listed ?? { paths: await walk(folder, how), tracked: new Map(), indexNs: 0n };
}

interface Listed {
  readonly env: Readonly<Record<string, string>>;
  readonly limits: FolderLimits;
  /** The real path of a folder to leave out. */
  readonly excluded: string | undefined;
}

/** Where the index of the repository around a folder is; undefined outside of repositories, and without Git. */
async function indexOf(folder: string, env: Readonly<Record<string, string>>): Promise<string | undefined> {
  // Spares most folders a process.
  if (!ancestors(folder).some((directory) => existsSync(path.join(directory, '.git')))) return undefined;
  const answer = await runGit(folder, env, ['rev-parse', '--is-inside-work-tree', '--absolute-git-dir']);
  const [isThere, directory] = answer?.toString().split('\n') ?? [];
  return isThere === 'true' && directory ? path.join(directory, 'index') : undefined;
}

function ancestors(folder: string): readonly string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [folder] : [folder, ...ancestors(parent)];
}

async function listRepository(
  folder: string,
  index: string,
  { env, limits: { repositoryFiles, plainFiles }, excluded }: Listed,
): Promise<Listing | undefined> {
  const [stat, staged, others] = await Promise.all([
    lstat(index, { bigint: true }).catch(() => undefined),
    runGit(folder, env, ['ls-files', '-z', '--stage', '--debug']),
    runGit(folder, env, ['ls-files', '-z', '--others', '--exclude-standard', '--exclude=node_modules']),
  ]);
  if (!staged || !others) return undefined;
  const tracked = parseIndex(staged.toString());
  const untracked = others
    .toString()
    .split('\0')
    .filter((name) => name !== '' && !name.endsWith('/') && !isExcluded(path.join(folder, name), excluded));
  if (tracked.size > repositoryFiles || untracked.length > plainFiles) {
    throw tooMany(folder, tracked.size > repositoryFiles ? repositoryFiles : plainFiles);
  }
  return { paths: [...tracked.keys(), ...untracked], tracked, indexNs: stat?.mtimeNs ?? 0n };
}

const entry =
  /(\d{6}) ([0-9a-f]+) (\d)\t([^\0]*)\0\s+ctime: (\d+):(\d+)\s+mtime: (\d+):(\d+)\s+dev: \d+\tino: (\d+)\s+uid: \d+\tgid: \d+\s+size: (\d+)\tflags: [0-9a-f]+\n/gy;

function parseIndex(text: string): Map<string, TrackedFile> {
  const tracked = new Map<string, TrackedFile>();
  for (const [, mode, blob = '', , name = '', cs, cn, ms, mn, ino, size] of text.matchAll(entry)) {
    // A submodule is a repository of its own.
    if (mode === '160000') continue;
    const ns = (seconds = '0', rest = '0') => BigInt(seconds) * 1_000_000_000n + BigInt(rest);
    const mark = { ctimeNs: ns(cs, cn), mtimeNs: ns(ms, mn), size: BigInt(size ?? 0), ino: BigInt(ino ?? 0) };
    tracked.set(name, { blob, mark });
  }
  return tracked;
}

/** Links are listed and not followed. */
async function walk(folder: string, { limits: { plainFiles: most }, excluded }: Listed): Promise<string[]> {
  const paths: string[] = [];
  const folders = [''];
  let entries = 0;
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    try {
      for await (const found of await opendir(path.join(folder, next))) {
        entries += 1;
        if (entries > most) throw tooMany(folder, most);
        const name = path.posix.join(next, found.name);
        if (skipped.has(found.name) || path.join(folder, name) === excluded) continue;
        if (found.isDirectory()) folders.push(name);
        else if (found.isFile() || found.isSymbolicLink()) paths.push(name);
      }
    } catch (error) {
      // A folder that went away, or that the host may not read, has nothing to list.
      if (!['ENOENT', 'EACCES', 'ENOTDIR', 'EPERM'].includes(errnoOf(error) ?? '')) throw error;
    }
  }
  return paths;
}

function isExcluded(file: string, excluded: string | undefined): boolean {
  return excluded !== undefined && isInside(excluded, file);
}

function tooMany(folder: string, most: number): NotFollowed {
  return new NotFollowed(
    `Changes in ${folder} aren't recorded, because it has more than ${most.toLocaleString('en-US')} files. Work in a smaller folder, or have Git ignore what needn't be followed.`,
  );
}
