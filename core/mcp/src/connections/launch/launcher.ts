import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { statSync } from 'node:fs';
import type { ServerTransport } from '../../definition.ts';
import { StartFailure } from '../start-failure.ts';
import { notStarted } from './not-started.ts';
import { marking, markVariable, ProcessMarks } from './process-mark.ts';
import { ProcessWarden } from './process-warden.ts';
import { findProgram } from './program.ts';
import { safeEnvironment } from './safe-environment.ts';
import { ServerProcesses } from './server-processes.ts';
import { spawned } from './spawned.ts';
import { withUmask } from './umask.ts';

export interface LauncherPorts {
  /** With which file mode creation mask servers run; the host's own by default. */
  readonly umask?: number;
  report(problem: string, error: unknown): void;
}

/** A server's process, and everything that it starts. */
export interface LaunchedServer {
  readonly process: ChildProcessWithoutNullStreams;
  /** Ends all of its processes. Each step, SIGTERM and SIGKILL, takes `graceMs` at most. */
  end(graceMs: number): Promise<void>;
}

type Stdio = Extract<ServerTransport, { kind: 'stdio' }>;

/** Starts the processes of servers, so that none of them outlives its server or the host. */
export class Launcher {
  readonly #ports: LauncherPorts;
  readonly #marks = new ProcessMarks();
  readonly #warden: ProcessWarden;

  constructor(ports: LauncherPorts) {
    this.#ports = ports;
    this.#warden = new ProcessWarden({
      marks: this.#marks,
      report: (problem, error) => ports.report(problem, error),
    });
  }

  /** Rejects with StartFailure. */
  async launch({ command, args, env: own, cwd }: Stdio): Promise<LaunchedServer> {
    if (cwd !== undefined && statSync(cwd, { throwIfNoEntry: false })?.isDirectory() !== true)
      throw new StartFailure(`There is no directory ${JSON.stringify(cwd)}. Create it or correct "cwd".`, {
        lasting: true,
      });
    const mark = this.#marks.next();
    const env: Record<string, string> = {
      ...safeEnvironment(process.env, own),
      ...(mark.shows === 'environ' && { [markVariable]: mark.id }),
    };
    try {
      // Before the server: it must not run for a moment in which nobody would end it.
      this.#warden.start();
      const program = mark.shows === 'limits' ? findProgram(command, env['PATH']) : command;
      const line = marking(mark, [program, ...args]);
      const child = await withUmask(this.#ports.umask, () =>
        spawned(line, {
          env,
          shell: false,
          windowsHide: true,
          detached: process.platform !== 'win32',
          ...(cwd === undefined ? {} : { cwd }),
        }),
      );
      return this.#watched(child, mark);
    } catch (error) {
      throw error instanceof StartFailure ? error : notStarted(command, error);
    }
  }

  stop(): void {
    this.#warden.stop();
  }

  #watched(
    child: ChildProcessWithoutNullStreams,
    mark: ConstructorParameters<typeof ServerProcesses>[1],
  ): LaunchedServer {
    const { pid } = child;
    if (pid === undefined) throw new Error('The process has no id.');
    const processes = new ServerProcesses(pid, mark);
    this.#warden.add(pid);
    return {
      process: child,
      end: async (graceMs) => {
        await processes.end(graceMs);
        this.#warden.remove(pid);
      },
    };
  }
}
