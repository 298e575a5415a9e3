import path from 'node:path';
import type { World } from '../world.ts';

type HostEnvironment = Pick<World, 'env' | 'platform' | 'home' | 'workingDirectory'>;

/** Where the host keeps its data unless told otherwise: the same place that the host itself would choose. */
export function dataDirectory(given: string | undefined, world: HostEnvironment): string {
  const named = given ?? (world.env['LOGGIA_DATA'] || undefined);
  return named === undefined ? defaultDirectory(world) : path.resolve(world.workingDirectory, named);
}

function defaultDirectory({ platform, env, home }: HostEnvironment): string {
  if (platform === 'win32') {
    const local = env['LOCALAPPDATA'] || path.win32.join(home, 'AppData', 'Local');
    return path.win32.join(local, 'Loggia');
  }
  if (platform === 'darwin') return path.posix.join(home, 'Library', 'Application Support', 'Loggia');
  const shared = env['XDG_DATA_HOME'] ?? '';
  // The convention says that a relative path there does not count.
  const base = path.posix.isAbsolute(shared) ? shared : path.posix.join(home, '.local', 'share');
  return path.posix.join(base, 'loggia');
}
