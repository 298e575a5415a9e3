import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { isInside } from '@loggia/access';
import { isOfSystem } from './system-mounts.ts';

/** Programs that launchers start from their own folder. */
const launchers = ['node', 'npm', 'npx', 'corepack', 'bun', 'bunx', 'deno', 'uv', 'uvx'];

/**
 * The parts of its installation that a program outside the system folders needs, as arguments for bubblewrap. As little
 * as possible: installations in a home directory are next to keys, and `~/.local` has both.
 */
export function programMounts(program: string, home: string | undefined): readonly string[] {
  const mounts = new Map<string, readonly string[]>();
  const bind = (file: string): void => void mounts.set(file, ['--ro-bind', file, file]);
  const add = (file: string): void => {
    if (isOfSystem(file) || mounts.has(file)) return;
    const environment = environmentAround(file, home);
    if (environment !== undefined) {
      bind(environment);
      return;
    }
    if (lstatSync(file).isSymbolicLink()) {
      mounts.set(file, ['--symlink', readlinkSync(file), file]);
      add(realpathSync(file));
      return;
    }
    const modules = modulesAround(file);
    bind(modules ?? file);
    if (modules !== undefined) siblings(path.join(modules, '../../bin')).forEach(add);
  };
  const siblings = (folder: string): readonly string[] =>
    launchers.map((name) => path.join(folder, name)).filter((file) => existsSync(file));
  add(program);
  if (launchers.includes(path.basename(program))) siblings(path.dirname(program)).forEach(add);
  const npm = path.join(path.dirname(realpathSync(program)), '../lib/node_modules');
  if (path.basename(program) === 'node' && !isOfSystem(npm) && existsSync(npm)) bind(npm);
  return [...mounts.values()].flat();
}

/** A Python virtual environment, or a pyenv installation: a program in it needs the rest of it. */
function environmentAround(file: string, home: string | undefined): string | undefined {
  const around = path.dirname(path.dirname(file));
  const isOne =
    existsSync(path.join(around, 'pyvenv.cfg')) ||
    (path.basename(path.dirname(file)) === 'shims' && existsSync(path.join(around, 'versions')));
  const isHome = home !== undefined && isInside(around, home);
  return isOne && !isHome ? around : undefined;
}

/** The folder of global packages that contains a script. */
function modulesAround(file: string): string | undefined {
  const [before, after] = file.split('/lib/node_modules/', 2);
  return after === undefined ? undefined : `${before}/lib/node_modules`;
}
