import os from 'node:os';
import path from 'node:path';

/** For anybody to read: what the user's home directory is called is the user's own business. */
export function shownPath(file: string, home = os.homedir()): string {
  const inside = path.relative(home, file);
  const isInside = !inside.startsWith('..') && !path.isAbsolute(inside);
  return isInside ? path.join('~', inside) : file;
}
