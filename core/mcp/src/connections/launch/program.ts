import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import { errnoOf } from '@loggia/access';

/**
 * The file of `command`, found like `execvp` does: a wrapper that starts it would fail only after it was started
 * itself, with its own message. Throws what `spawn` would.
 */
export function findProgram(command: string, searchPath: string | undefined): string {
  const candidates = command.includes('/')
    ? [command]
    : (searchPath ?? '/usr/bin:/bin').split(path.delimiter).map((folder) => path.resolve(folder, command));
  let problem: unknown;
  for (const file of candidates) {
    try {
      if (!statSync(file).isFile()) throw problemWith(command, 'EACCES');
      accessSync(file, constants.X_OK);
      return file;
    } catch (error) {
      if (errnoOf(error) === 'EACCES') problem ??= error;
    }
  }
  throw problem ?? problemWith(command, 'ENOENT');
}

function problemWith(command: string, code: 'EACCES' | 'ENOENT'): Error {
  return Object.assign(new Error(`spawn ${command} ${code}`), { code });
}
