import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isInside } from '@loggia/access';
import type { ServerSandbox } from '../../../definition.ts';
import { StartFailure } from '../../start-failure.ts';
import { isOfSystem } from './system-mounts.ts';

export interface SandboxPaths {
  /** The host's own folder: hidden even if a folder around it is granted. Absolute. */
  readonly dataDirectory: string;
  /** Folders inside it that can be granted all the same. */
  readonly shared: readonly string[];
}

export interface GrantedFolder {
  /** With every link resolved. */
  readonly path: string;
  /** The path under which the server sees it. */
  readonly name: string;
  readonly access: 'read' | 'write';
}

/** These expose other processes and devices. */
const ofKernel = ['/proc', '/sys', '/dev'];

/** The folders visible in the sandbox, with every link resolved. Throws StartFailure. */
export function grantedFolders(
  { folders, workspace }: ServerSandbox,
  places: SandboxPaths,
  workspaceUri: string | undefined,
): readonly GrantedFolder[] {
  const working = workspace ? folderAt(workspaceUri) : undefined;
  const wanted = [
    ...folders,
    ...(working !== undefined ? [{ path: working, access: 'write' as const }] : []),
  ];
  return wanted.map(({ path: name, access }) => ({ name, path: resolved(name, places), access }));
}

/** Resolved at every start: a folder may have become a link. */
function resolved(folder: string, { dataDirectory, shared }: SandboxPaths): string {
  const shown = JSON.stringify(folder);
  let real: string;
  try {
    real = realpathSync(folder);
    if (!statSync(real).isDirectory()) throw new Error('not a folder');
  } catch {
    throw refused(`There is no folder ${shown} for the sandbox. Create it, or correct "sandbox".`);
  }
  if (path.dirname(real) === real || ofKernel.some((each) => isInside(each, real)))
    throw refused(`The sandbox can't include ${shown}. Name a folder that holds files.`);
  const isOpen = shared.some((each) => isInside(realOf(each), real));
  if (isInside(realOf(dataDirectory), real) && !isOpen)
    throw refused(`The sandbox can't include ${shown}, which belongs to the host. Name another folder.`);
  return real;
}

function realOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

function folderAt(uri: string | undefined): string | undefined {
  if (uri === undefined) return undefined;
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : uri;
  } catch {
    return undefined;
  }
}

function refused(sentences: string): StartFailure {
  return new StartFailure(sentences, { lasting: true });
}

/**
 * Arguments for bubblewrap. Deeper folders are mounted later, on top of those around them; the data directory is
 * covered by an empty folder wherever it would show.
 */
export function folderMounts(
  granted: readonly GrantedFolder[],
  { dataDirectory }: Pick<SandboxPaths, 'dataDirectory'>,
): readonly string[] {
  const hidden = realOf(dataDirectory);
  const isShown = (file: string): boolean =>
    isOfSystem(file) || granted.some(({ path: folder }) => isInside(folder, file));
  const mounts = granted.map(({ path: at, access }) => ({
    at,
    args: [access === 'write' ? '--bind' : '--ro-bind', at, at],
  }));
  if (isShown(hidden)) mounts.push({ at: hidden, args: ['--tmpfs', hidden] });
  // If a path goes through links, the server still sees the folder under the given path.
  const links = granted
    .filter(({ name, path: real }) => name !== real && !isShown(name))
    .flatMap(({ name, path: real }) => ['--symlink', real, name]);
  return [...mounts.sort((a, b) => depthOf(a.at) - depthOf(b.at)).flatMap(({ args }) => args), ...links];
}

function depthOf(folder: string): number {
  return folder.split('/').filter((part) => part !== '').length;
}
