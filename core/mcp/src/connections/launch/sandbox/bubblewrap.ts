import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findProgram } from '../program.ts';
import { kernelMounts, systemMounts } from './system-mounts.ts';

/** Whether servers can run in a sandbox on this machine. */
export type Sandboxing =
  | { readonly available: true; readonly program: string; readonly isolation: readonly string[] }
  | {
      readonly available: false;
      /** Two sentences: why not, and what helps. */
      readonly problem: string;
      readonly advice: string;
    };

/** Its own users, processes, mounts, names and network, no privileges, and it dies with the host. */
const isolation = [
  '--unshare-all',
  '--unshare-user',
  '--die-with-parent',
  '--new-session',
  ...['--cap-drop', 'ALL'],
  ...['--hostname', 'sandbox'],
];
/** It couldn't undo any of this, but it would reach more of the kernel. Not available before bubblewrap 0.8. */
const noFurtherUsers = '--disable-userns';
const tryMs = 10_000;

/** bubblewrap, tested by running it: even if it is installed, the system may refuse what it needs. */
export class Bubblewrap {
  readonly #searchPath: string | undefined;
  readonly #platform: NodeJS.Platform;
  #found: Promise<Sandboxing> | undefined;

  constructor(searchPath = process.env['PATH'], platform = process.platform) {
    this.#searchPath = searchPath;
    this.#platform = platform;
  }

  /** Cached once it works; until then it is checked again, since it may have been installed. */
  async sandboxing(): Promise<Sandboxing> {
    const trying = (this.#found ??= this.#try());
    const found = await trying;
    if (!found.available && this.#found === trying) this.#found = undefined;
    return found;
  }

  async #try(): Promise<Sandboxing> {
    if (this.#platform !== 'linux')
      return {
        available: false,
        problem: 'Servers can be sandboxed on Linux only.',
        advice: 'Remove "sandbox" from the settings of the server to run it with all your permissions.',
      };
    let program: string;
    try {
      program = findProgram('bwrap', this.#searchPath);
    } catch {
      return {
        available: false,
        problem: "Servers can't be sandboxed here, because bubblewrap isn't installed.",
        advice: 'Install the package "bubblewrap", or remove "sandbox" from the settings of the server.',
      };
    }
    const failure = await failureOf(program, [...isolation, noFurtherUsers]);
    if (failure === undefined) return { available: true, program, isolation: [...isolation, noFurtherUsers] };
    if ((await failureOf(program, isolation)) === undefined) return { available: true, program, isolation };
    return {
      available: false,
      problem: `Servers can't be sandboxed here, because bubblewrap doesn't work: ${failure}`,
      advice:
        'Allow unprivileged user namespaces on this system, or remove "sandbox" from the settings of the server.',
    };
  }
}

/** Undefined if it works. */
async function failureOf(program: string, isolated: readonly string[]): Promise<string | undefined> {
  const mounts = [...systemMounts(), ...kernelMounts(), ...['--tmpfs', '/tmp']];
  try {
    await promisify(execFile)(program, [...isolated, ...mounts, '--', '/usr/bin/env', 'true'], {
      timeout: tryMs,
      env: { PATH: '/usr/bin:/bin' },
    });
    return undefined;
  } catch (error) {
    const said = (error as { stderr?: string }).stderr?.trim().split('\n').at(-1);
    const words = said || (error instanceof Error ? error.message : String(error));
    return /[.!?]$/.test(words) ? words : `${words}.`;
  }
}
