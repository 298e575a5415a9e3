import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { StartError } from '../start-error.ts';
import type { HostEnvironment } from './host-environment.ts';

/** The platform's directory for a user's data. */
export function defaultDataDirectory({ platform, env, home }: HostEnvironment): string {
  if (platform === 'win32') {
    const local = env['LOCALAPPDATA'] || path.win32.join(home, 'AppData', 'Local');
    return path.win32.join(local, 'Loggia');
  }
  if (platform === 'darwin') return path.posix.join(home, 'Library', 'Application Support', 'Loggia');
  const shared = env['XDG_DATA_HOME'] ?? '';
  // According to the convention, a relative path doesn't count.
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
 * Creates the directory with access for its owner only. An existing one stays unchanged: locking others out of a
 * directory they can read today isn't up to us, but the caller should warn.
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
