import { realpathSync } from 'node:fs';
import { isInside } from '@loggia/access';
import type { ServerSandbox, ServerTransport } from '../../../definition.ts';
import { StartFailure } from '../../start-failure.ts';
import { Bubblewrap, type Sandboxing } from './bubblewrap.ts';
import { folderMounts, grantedFolders, type GrantedFolder, type SandboxPaths } from './granted-folders.ts';
import { programMounts } from './program-mounts.ts';
import { ServerHomes } from './server-homes.ts';
import { isOfSystem, kernelMounts, systemMounts } from './system-mounts.ts';

export interface SandboxPorts extends SandboxPaths {
  /** Home directories of sandboxed servers, in the data directory. */
  readonly homes: string;
}

/** The command that runs a program in a sandbox. */
export interface Boxed {
  readonly line: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
  /** A hint for diagnosing a failure. */
  readonly remark: string;
}

type Stdio = Extract<ServerTransport, { kind: 'stdio' }>;

/** Not below any folder that can be granted. */
const homeInside = '/sandbox';
/** Counts as memory. */
const temporaryBytes = 1024 * 1024 * 1024;

/** Runs programs in bubblewrap sandboxes. */
export class Sandbox {
  readonly #bubblewrap = new Bubblewrap();
  readonly #ports: SandboxPorts;
  readonly #homes: ServerHomes;

  constructor(ports: SandboxPorts) {
    this.#ports = ports;
    this.#homes = new ServerHomes(ports.homes);
  }

  sandboxing(): Promise<Sandboxing> {
    return this.#bubblewrap.sandboxing();
  }

  /** Rejects with StartFailure if there is no sandbox support, or this sandbox isn't possible. */
  async box(
    transport: Stdio & { readonly sandbox: ServerSandbox },
    {
      program,
      env,
      workspace,
    }: {
      /** The file found on the PATH. */
      readonly program: string;
      readonly env: Readonly<Record<string, string>>;
      readonly workspace: string | undefined;
    },
  ): Promise<Boxed> {
    const { sandbox, args, cwd } = transport;
    const found = await this.sandboxing();
    if (!found.available) throw new StartFailure(`${found.problem} ${found.advice}`, { lasting: true });
    const granted = grantedFolders(sandbox, this.#ports, workspace);
    const home = await this.#homes.homeOf(transport);
    const userHome = process.env['HOME'];
    const line = [
      ...[found.program, ...found.isolation],
      ...(sandbox.network === 'host' ? ['--share-net'] : []),
      ...systemMounts(),
      ...kernelMounts(),
      ...['--size', String(temporaryBytes), '--tmpfs', '/tmp', '--symlink', '../tmp', '/var/tmp'],
      ...['--bind', home, homeInside],
      ...programMounts(process.execPath, userHome),
      ...programMounts(program, userHome),
      ...folderMounts(granted, this.#ports),
      ...['--chdir', startsIn(cwd, granted)],
      ...['--', program, ...args],
    ] as const;
    return {
      line: line as readonly [string, ...string[]],
      env: { ...env, HOME: homeInside, TMPDIR: '/tmp' },
      remark: remarkOn(sandbox, granted),
    };
  }
}

/** Falls back to the home if the sandbox doesn't show the folder. */
function startsIn(cwd: string | undefined, granted: readonly GrantedFolder[]): string {
  if (cwd === undefined) return homeInside;
  const real = realpathSync(cwd);
  const isShown = isOfSystem(real) || granted.some(({ path: folder }) => isInside(folder, real));
  return isShown ? real : homeInside;
}

function remarkOn({ network }: ServerSandbox, granted: readonly GrantedFolder[]): string {
  const folders = granted.map(({ name, access }) => `${name} (${access})`).join(', ');
  const sees = granted.length === 0 ? 'no folders' : folders;
  return `It runs in a sandbox with ${network === 'none' ? 'no network' : "the host's network"} and ${sees}; "sandbox" in its settings can give it more.`;
}
