import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { Writable, type Readable } from 'node:stream';
import { ReadableStream as WebStream } from 'node:stream/web';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessGuard } from '@loggia/sessions/harness';
import { BoundedOutput } from './bounded-output.ts';
import { messageLines, MessageTooLong } from './message-lines.ts';

/** How long a process may take to end by itself, after its input has ended and after it was asked to. */
const leaveMs = 1_000;
const termMs = 2_000;

export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Without it, a program that ignores the end of its input outlives a host that is killed. */
  readonly guard?: ProcessGuard | undefined;
}

/** An agent's program, in a process group of its own. */
export class AgentProcess {
  /** Resolves with how it ended, in words that follow "It": it never rejects. */
  readonly ended: Promise<string>;
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #output = new BoundedOutput();
  #isEnded = false;
  #fault: string | undefined;

  constructor({ command, args, env, cwd, guard }: Launch) {
    const child = spawn(command, args, {
      cwd,
      env: { ...env, ...guard?.starting() },
      stdio: ['pipe', 'pipe', 'pipe'],
      // A group of its own, so that whatever it starts ends with it.
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    this.#child = child;
    child.stderr.setEncoding('utf8').on('data', (text: string) => this.#output.add(text));
    // Writing to a process that is gone isn't an error of its own.
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => undefined);
    this.ended = new Promise((resolve) => {
      child.once('error', (error: NodeJS.ErrnoException) => resolve(startFailure(error, command)));
      child.once('close', (code, signal) =>
        resolve(this.#fault ?? (signal ? `was ended by ${signal}` : `ended with exit code ${code}`)),
      );
    });
    const guarded = child.pid === undefined ? undefined : guard?.started(child.pid);
    void this.ended.then(() => {
      this.#sweep();
      guarded?.();
      return undefined;
    });
  }

  /** Processes that it started must not outlive it. */
  #sweep(): void {
    this.#isEnded = true;
    this.#signal('SIGKILL');
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Why nothing can be read from it any more, in words that follow "It". It is about to end then. */
  get fault(): string | undefined {
    return this.#fault;
  }

  get input(): WritableStream<Uint8Array> {
    return Writable.toWeb(this.#child.stdin) as WritableStream<Uint8Array>;
  }

  /** Each message waits for `room` first, so that a flood of them waits in the process. */
  messages(room: () => Promise<void>): ReadableStream<Uint8Array> {
    return WebStream.from(this.#lines(room)) as ReadableStream<Uint8Array>;
  }

  async *#lines(room: () => Promise<void>): AsyncGenerator<Uint8Array, void> {
    try {
      yield* messageLines(this.#child.stdout, { room, noise: (line) => this.#output.add(line) });
    } catch (error) {
      if (error instanceof MessageTooLong) {
        this.#fault = error.message;
        this.#signal('SIGKILL');
      }
      throw error;
    }
  }

  /** The end of what it wrote outside of the protocol. */
  get output(): BoundedOutput {
    return this.#output;
  }

  /** Resolves when the whole group is gone. */
  async end(): Promise<void> {
    this.#child.stdin.end();
    for (const [ms, signal] of [
      [leaveMs, 'SIGTERM'],
      [termMs, 'SIGKILL'],
    ] as const) {
      if (await this.#endsWithin(ms)) return;
      this.#signal(signal);
    }
    await this.ended;
  }

  async #endsWithin(ms: number): Promise<boolean> {
    const stop = new AbortController();
    const late = sleep(ms, false, { signal: stop.signal }).catch(() => false);
    const isOver = await Promise.race([this.ended.then(() => true), late]);
    stop.abort();
    return isOver;
  }

  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      if (process.platform === 'win32') this.#child.kill(signal);
      else process.kill(-pid, signal);
    } catch {
      // Nobody is left in the group.
    }
  }
}

function startFailure({ code, message }: NodeJS.ErrnoException, command: string): string {
  if (code === 'ENOENT')
    return `could not be started, because there is no program "${command}" on the PATH of the host`;
  if (code === 'EACCES') return `could not be started, because "${command}" may not be run`;
  return `could not be started (${message})`;
}
