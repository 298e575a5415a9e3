import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { StartError } from '../start-error.ts';
import type { HostEnvironment } from './host-environment.ts';

/** Where this platform wants programs to keep a user's data. */
export function defaultDataDirectory({ platform, env, home }: HostEnvironment): string {
  if (platform === 'win32') {
    const local = env['LOCALAPPDATA'] || path.win32.join(home, 'AppData', 'Local');
    return path.win32.join(local, 'Loggia');
  }
  if (platform === 'darwin') return path.posix.join(home, 'Library', 'Application Support', 'Loggia');
  const shared = env['XDG_DATA_HOME'] ?? '';
  // The convention says that a relative path there does not count.
  return path.posix.join(
    path.posix.isAbsolute(shared) ? shared : path.posix.join(home, '.local', 'share'),
    'loggia',
  );
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'that is a read-only file system',
  EEXIST: 'there is a file of that name',
  ENOTDIR: 'part of the path is a file',
  ENOSPC: 'the disk is full',
};

/**
 * Makes the directory, open to its owner only, unless it is there. One that is there stays as it is: it is not ours to
 * lock others out of a directory they can see today, but the caller should say so.
 */
export async function prepareDataDirectory(directory: string): Promise<{ readonly openToOthers: boolean }> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const { mode } = await stat(directory);
    return { openToOthers: process.platform !== 'win32' && (mode & 0o077) !== 0 };
  } catch (error) {
    const why = reasons[(error as NodeJS.ErrnoException).code ?? ''] ?? String(error);
    throw new StartError(
      1,
      `The data directory ${directory} cannot be made: ${why}; choose another with --data or LOGGIA_DATA.`,
      { cause: error },
    );
  }
}
