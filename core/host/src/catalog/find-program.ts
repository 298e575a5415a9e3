import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The file that the name of a program, or its absolute path, stands for. Nothing is run. */
export function findProgram(
  program: string,
  env: Environment,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const isWindows = platform === 'win32';
  const endings = isWindows ? ['', ...(env['PATHEXT'] ?? '.COM;.EXE;.BAT;.CMD').split(';')] : [''];
  const folders = path.isAbsolute(program) ? [''] : pathIn(env, isWindows);
  for (const folder of folders) {
    for (const ending of endings) {
      const file = path.join(folder, `${program}${ending}`);
      if (isRunnable(file)) return file;
    }
  }
  return undefined;
}

/** Relative folders don't count: they would depend on where the program is started. */
function pathIn(env: Environment, isWindows: boolean): readonly string[] {
  const name = isWindows ? Object.keys(env).find((key) => key.toUpperCase() === 'PATH') : 'PATH';
  const value = name === undefined ? '' : (env[name] ?? '');
  return value.split(path.delimiter).filter((folder) => path.isAbsolute(folder));
}

function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
