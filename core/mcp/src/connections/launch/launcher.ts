import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { statSync } from 'node:fs';
import type { ServerTransport } from '../../definition.ts';
import { StartFailure } from '../start-failure.ts';
import { refuseLastingDescriptors } from './inherited-descriptors.ts';
import { markedProcesses } from './marked-processes.ts';
import { notStarted } from './not-started.ts';
import { activityOf, type ProcessActivity } from './process-activity.ts';
import { marking, markVariable, ProcessMarks } from './process-mark.ts';
import { ProcessReaper } from './process-reaper.ts';
import { findProgram } from './program.ts';
import { safeEnvironment } from './safe-environment.ts';
import type { Sandboxing } from './sandbox/bubblewrap.ts';
import { Sandbox, type Boxed, type SandboxPorts } from './sandbox/sandbox.ts';
import { ServerProcesses } from './server-processes.ts';
import { spawned } from './spawned.ts';
import { withUmask } from './umask.ts';

export interface LauncherPorts {
  /** The file mode creation mask of servers; the host's own by default. */
  readonly umask?: number;
  /** Creates sandboxes. Without it, a server that asks for one doesn't start. */
  readonly sandbox?: SandboxPorts;
  report(problem: string, error: unknown): void;
}

/** A server's process, and everything that it starts. */
export interface LaunchedServer {
  readonly process: ChildProcessWithoutNullStreams;
  /** Ends all of its processes. Each step, SIGTERM and SIGKILL, takes at most `graceMs`. */
  end(graceMs: number): Promise<void>;
  /** The work of its processes so far. None where they can't be seen. */
  activity(): Promise<readonly ProcessActivity[]>;
  /** A hint for diagnosing a failure. */
  readonly remark?: string;
}

const noSandbox = {
  available: false,
  problem: 'This host has no sandbox for servers.',
  advice: 'Remove "sandbox" from the settings of the server.',
} as const satisfies Sandboxing;

type Stdio = Extract<ServerTransport, { kind: 'stdio' }>;

/** Starts the processes of servers in a way that none of them outlives its server or the host. */
export class Launcher {
  readonly #ports: LauncherPorts;
  readonly #marks = new ProcessMarks();
  readonly #reaper: ProcessReaper;
  readonly #sandbox: Sandbox | undefined;

  constructor(ports: LauncherPorts) {
    this.#ports = ports;
    this.#sandbox = ports.sandbox && new Sandbox(ports.sandbox);
    this.#reaper = new ProcessReaper({
      marks: this.#marks,
      report: (problem, error) => ports.report(problem, error),
    });
  }

  sandboxing(): Promise<Sandboxing> {
    return this.#sandbox?.sandboxing() ?? Promise.resolve(noSandbox);
  }

  /** `workspace` is the working directory of its sessions, as a URI. Rejects with StartFailure. */
  async launch(transport: Stdio, workspace?: string): Promise<LaunchedServer> {
    const { command, env: own, cwd } = transport;
    if (cwd !== undefined && statSync(cwd, { throwIfNoEntry: false })?.isDirectory() !== true)
      throw new StartFailure(
        `There is no directory ${JSON.stringify(cwd)}. Create it or correct the working directory.`,
        {
          lasting: true,
        },
      );
    const mark = this.#marks.next();
    const env: Record<string, string> = {
      ...safeEnvironment(process.env, own),
      ...(mark.shows === 'environ' && { [markVariable]: mark.id }),
    };
    try {
      // Before the server, so that it never runs without a reaper.
      this.#reaper.start();
      const boxed = await this.#box(transport, env, workspace);
      const plain = mark.shows === 'limits' ? findProgram(command, env['PATH']) : command;
      const line = marking(mark, boxed?.line ?? [plain, ...transport.args]);
      const child = await withUmask(this.#ports.umask, () =>
        spawned(line, {
          env: { ...env, ...boxed?.env },
          shell: false,
          windowsHide: true,
          detached: process.platform !== 'win32',
          ...(cwd === undefined || boxed ? {} : { cwd }),
        }),
      );
      return { ...this.#watched(child, mark), ...(boxed && { remark: boxed.remark }) };
    } catch (error) {
      throw error instanceof StartFailure ? error : notStarted(command, error);
    }
  }

  async #box(
    transport: Stdio,
    env: Readonly<Record<string, string>>,
    workspace: string | undefined,
  ): Promise<Boxed | undefined> {
    const { sandbox, command } = transport;
    if (sandbox === undefined) return undefined;
    if (this.#sandbox === undefined)
      throw new StartFailure(`${noSandbox.problem} ${noSandbox.advice}`, { lasting: true });
    refuseLastingDescriptors();
    const program = findProgram(command, env['PATH']);
    return this.#sandbox.box({ ...transport, sandbox }, { program, env, workspace });
  }

  stop(): void {
    this.#reaper.stop();
  }

  #watched(
    child: ChildProcessWithoutNullStreams,
    mark: ConstructorParameters<typeof ServerProcesses>[1],
  ): LaunchedServer {
    const { pid } = child;
    if (pid === undefined) throw new Error('The process has no id.');
    const processes = new ServerProcesses(pid, mark);
    this.#reaper.add(pid);
    return {
      process: child,
      activity: async () => activityOf((await markedProcesses(mark)).map((each) => each.pid)),
      end: async (graceMs) => {
        await processes.end(graceMs);
        this.#reaper.remove(pid);
      },
    };
  }
}
