import os from 'node:os';
import path from 'node:path';

/** For anybody to read, so the name of the user's home directory is hidden. */
export function shownPath(file: string, home = os.homedir()): string {
  const inside = path.relative(home, file);
  const isInside = !inside.startsWith('..') && !path.isAbsolute(inside);
  return isInside ? path.join('~', inside) : file;
}
