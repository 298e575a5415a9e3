import { existsSync } from 'node:fs';
import path from 'node:path';

/** The program that a terminal runs. */
export interface Shell {
  readonly program: string;
  readonly args: readonly string[];
}

/** The person's own shell. */
export function ownShell(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): Shell {
  if (platform === 'win32') return { program: 'powershell.exe', args: [] };
  const candidates = [env['SHELL'], '/bin/bash', '/bin/sh'];
  const program = candidates.find((file) => file && path.isAbsolute(file) && existsSync(file)) ?? '/bin/sh';
  return { program, args: [] };
}

/** The same shell for one command. */
export function commandIn(
  { program }: Shell,
  command: string,
  platform: NodeJS.Platform = process.platform,
): Shell {
  return { program, args: [platform === 'win32' ? '-Command' : '-c', command] };
}

export function nameOf({ program }: Shell): string {
  return path.basename(program).replace(/\.exe$/i, '');
}
