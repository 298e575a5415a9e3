import path from 'node:path';
import type { AgentSettings } from '@loggia/protocol';
import type { World } from '../../world.ts';
import { printableLine } from '../../output/printable.ts';

/** The options about a program, shared by the commands that add and change one. */
export const programOptions = {
  env: {
    kind: 'texts',
    value: 'NAME[=VALUE]',
    says: 'Variable for the program, such as its key (without a value: the value it has here)',
    example: '--env GEMINI_API_KEY',
  },
  folder: {
    kind: 'text',
    value: 'DIR',
    says: 'Folder in which the program starts (default: that of the session)',
    example: '--folder /srv/agent',
  },
  'auth-method': {
    kind: 'text',
    value: 'ID',
    says: 'Sign-in method that the agent wants before a session',
    example: '--auth-method gemini-api-key',
  },
} as const;

/** Everything that decides what runs: the program, its arguments, its folder, and the names of its variables. */
export function trustQuestion({ command, args = [], env = {}, folder }: AgentSettings): string {
  const names = Object.keys(env);
  const variables =
    names.length === 0
      ? ''
      : `, with the ${names.length === 1 ? 'variable' : 'variables'} ${names.join(', ')}`;
  const place = folder === undefined ? '' : `, in ${folder}`;
  const line = printableLine([command, ...args].join(' '));
  return `Run "${line}"${printableLine(`${variables}${place}`)} on the host’s machine, with all permissions of the host’s user?`;
}

export function folderIn(typed: string, { workingDirectory }: Pick<World, 'workingDirectory'>): string {
  return path.resolve(workingDirectory, typed);
}
