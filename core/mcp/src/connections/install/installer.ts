import path from 'node:path';
import type { ServerTransport } from '../../definition.ts';
import type { ProcessActivity } from '../launch/process-activity.ts';

/** A program that gets a package before it runs the server in it. */
export interface Installer {
  readonly name: string;
  /** Whether it installs from its start, or only once it says so. */
  readonly installs: 'at once' | RegExp;
  /** Its words for having finished. */
  readonly finished?: RegExp;
  /** Whether a process that it started is the server, rather than part of the installation. */
  isServer?(process: Pick<ProcessActivity, 'command' | 'environment'>): boolean;
  /** A sentence on how to find out why it ended without a word. */
  unexplained?(transport: Stdio): string;
}

type Stdio = Extract<ServerTransport, { kind: 'stdio' }>;

/** npm runs scripts of an installation under the names of those scripts, and a package's program as `npx`. */
const npm = (name: string): Installer => ({
  name,
  installs: 'at once',
  isServer: ({ environment }) => /^npm_lifecycle_event=npx$/m.test(environment),
  unexplained: ({ command, args }) =>
    `${name} doesn't say why the installation script of a package fails. Run \`${commandLine([command, '--foreground-scripts', ...args])}\` in a terminal to see it.`,
});

function commandLine(words: readonly string[]): string {
  return words
    .map((word) => (/^[\w./:=@~+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(' ');
}

const uv = (name: string): Installer => ({
  name,
  installs: 'at once',
  finished: /^Installed \d+ packages? in /,
  isServer: ({ command }) => /\/uv\/(?:archive-v\d+|tools)\//.test(command),
});

const bun = (name: string): Installer => ({
  name,
  installs: 'at once',
  isServer: ({ command }) => /\/bunx-\d+-[^\n]*\/node_modules\//.test(command),
});

const pnpm: Installer = {
  name: 'pnpm dlx',
  installs: 'at once',
  isServer: ({ command }) => /\/dlx[-/][^\n]*\/node_modules\/\.bin\//.test(command),
};

const yarn: Installer = { name: 'yarn dlx', installs: 'at once' };

const containers = (name: string): Installer => ({
  name,
  installs: /^Unable to find image|: Pulling from |^Trying to pull /,
  finished: /^Status: (?:Downloaded|Image is)|^Writing manifest/,
});

/** By program and first argument; `undefined` stands for any argument. */
const installers: readonly (readonly [string, readonly (string | undefined)[], Installer])[] = [
  ['npx', [undefined], npm('npx')],
  ['npm', ['exec', 'x'], npm('npm exec')],
  ['uvx', [undefined], uv('uvx')],
  ['uv', ['tool', 'run'], uv('uv')],
  ['pipx', ['run'], { name: 'pipx run', installs: 'at once' }],
  ['bunx', [undefined], bun('bunx')],
  ['bun', ['x'], bun('bun x')],
  ['pnpx', [undefined], pnpm],
  ['pnpm', ['dlx'], pnpm],
  ['yarn', ['dlx'], yarn],
  ['docker', ['run'], containers('docker')],
  ['podman', ['run'], containers('podman')],
];

/** Undefined for a command that starts its server right away. */
export function installerOf({ command, args }: Stdio): Installer | undefined {
  const program = path.basename(command).replace(/\.(?:cmd|exe|ps1)$/i, '');
  const action = args.find((arg) => !arg.startsWith('-'));
  return installers.find(
    ([name, actions]) => name === program && (actions.includes(undefined) || actions.includes(action)),
  )?.[2];
}
