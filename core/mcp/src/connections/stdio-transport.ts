import { AsyncResource } from 'node:async_hooks';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { serializeMessage, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client';
import type { LastWords } from './last-words.ts';
import type { LaunchedServer } from './launch/launcher.ts';
import { sentence } from './sentence.ts';
import { asHeard, asSpoken } from './task-dialect.ts';
import type { MessageGuard } from './traffic/message-guard.ts';
import { ProcessOutput } from './traffic/process-output.ts';
import type { ServerBudget } from './traffic/server-budget.ts';

export interface StdioPorts {
  /** Starts the process. Rejects with StartFailure. */
  launch(): Promise<LaunchedServer>;
  /** Output of the process outside the protocol. */
  stderr(line: string): void;
  /** The process wrote a message, or something like one. */
  spoke(): void;
  /** Removes secrets from a line. The result may end up in `reason`. */
  clean(line: string): string;
  /** A sentence for a process that exits without a word, where there is something to do about it. */
  unexplained(): string | undefined;
  remark(text: string): void;
  readonly guard: MessageGuard;
  readonly budget: ServerBudget;
  readonly limits: StdioLimits;
}

export interface StdioLimits {
  /** The limit for one message, in either direction. */
  readonly messageBytes: number;
  /** How long the process has for each step of its end: after its input is closed, after SIGTERM, after SIGKILL. */
  readonly endMs: number;
}

/** Output written just before exit may still be in the pipe; a child process may also hold the pipe open. */
const drainMs = 200;
const brokenPipeMs = 500;
const deafMs = 1000;

/**
 * A server as a child process, connected by its standard input and output.
 *
 * `reason` says why it ended before `onclose` runs.
 */
export class StdioTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: JSONRPCMessage) => void) | undefined;
  /** Sees each message first. Messages it takes don't reach `onmessage`, and aren't checked either. */
  take?: ((message: Readonly<Record<string, unknown>>) => boolean) | undefined;
  /** Not used; the SDK recognizes a local process by `stderr` and `pid`. */
  readonly stderr = null;
  readonly #ports: StdioPorts;
  /** The async context of each request, in which its answer is handled. */
  readonly #contexts = new Map<string | number, AsyncResource>();
  #launched: LaunchedServer | undefined;
  #process: ChildProcessWithoutNullStreams | undefined;
  #output: ProcessOutput | undefined;
  #reason: string | undefined;
  #closed = false;
  #exited = false;
  #gone: Promise<void> = Promise.resolve();
  #markGone: () => void = () => {};

  constructor(ports: StdioPorts) {
    this.#ports = ports;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Why the process ended, as a sentence. Undefined while it runs, and if it was closed from here. */
  get reason(): string | undefined {
    return this.#reason;
  }

  /** The server sent too much. */
  get isSpent(): boolean {
    return this.#ports.guard.isSpent;
  }

  /** Resolves when the process and all its children are gone. */
  get gone(): Promise<void> {
    return this.#gone;
  }

  /** The last thing the process printed about a failure. */
  get lastWords(): LastWords | undefined {
    return this.#output?.lastWords;
  }

  /** The process ended by itself, and said something that another attempt doesn't change. */
  get isMisconfigured(): boolean {
    return this.#exited && this.lastWords?.lasting === true;
  }

  async start(): Promise<void> {
    // From here on, `close` waits until the starting process is gone.
    this.#gone = new Promise((resolve) => {
      this.#markGone = resolve;
    });
    try {
      this.#launched = await this.#ports.launch();
    } catch (error) {
      this.#markGone();
      throw error;
    }
    this.#process = this.#launched.process;
    this.#listen(this.#process);
    if (!this.#closed) return;
    await this.#endProcess();
    throw new Error('The server was stopped while it started.');
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const text = serializeMessage(asSpoken(message));
    const sent = this.#ports.guard.sending(message);
    try {
      const refusal = this.#refusalOf(text);
      if (refusal) throw refusal;
      this.#rememberContext(message);
      await this.#write(text);
    } finally {
      sent();
    }
  }

  /** Sends a message as text, with its newline. The answer isn't handled in the sender's async context. */
  sendLine(text: string): Promise<void> {
    const refusal = this.#refusalOf(text);
    return refusal ? Promise.reject(refusal) : this.#write(text);
  }

  #refusalOf(text: string): Error | undefined {
    const stdin = this.#process?.stdin;
    if (stdin === undefined || this.#closed || !stdin.writable)
      return new Error(this.#reason ?? 'The server is not running.');
    if (stdin.writableLength + text.length > this.#ports.limits.messageBytes)
      return new Error("The server doesn't read its input: too much is queued already.");
    return undefined;
  }

  async #write(text: string): Promise<void> {
    const error = await new Promise<Error | null | undefined>((resolve) => {
      this.#process?.stdin.write(text, resolve);
    });
    if (error) throw await this.#notSent(error);
  }

  /** A pipe breaks a moment before the process is seen to exit, and only the exit says why. */
  async #notSent(error: Error): Promise<Error> {
    for (let waited = 0; !this.#closed && waited < brokenPipeMs; waited += 25) await wait(25);
    return this.#reason === undefined ? error : new Error(this.#reason, { cause: error });
  }

  /** Resolves when the process is gone. Pending requests are rejected immediately. */
  async close(): Promise<void> {
    this.#finish();
    await this.#gone;
  }

  #listen(child: ChildProcessWithoutNullStreams): void {
    this.#output = new ProcessOutput(child.stdout, child.stderr, {
      ...this.#ports,
      messageBytes: this.#ports.limits.messageBytes,
      take: (message) => this.take?.(message) === true,
      deliver: (message) => this.#inContextOf(message, () => this.onmessage?.(asHeard(message))),
      tooLong: () =>
        this.abandon(
          `The server sent a message of more than ${inMegabytes(this.#ports.limits.messageBytes)}, so it was stopped.`,
        ),
      failed: (error) => this.onerror?.(error),
    });
    // The exit of the process says everything that a broken pipe would.
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => {});
    child.stdout.on('end', () => {
      // Usually the process exits, too; if it doesn't, it can no longer answer.
      setTimeout(
        () => this.abandon('The server closed its output while it ran on, so it was stopped.'),
        deafMs,
      ).unref();
    });
    child.on('error', (error) => this.onerror?.(error));
    child.on('exit', (code, signal) => {
      this.#exited = true;
      // On a busy host the timer runs before output that has long arrived; one more round reads it.
      const timer = setTimeout(() => setImmediate(() => this.#ended(code, signal)), drainMs);
      child.on('close', () => {
        clearTimeout(timer);
        this.#ended(code, signal);
      });
    });
  }

  /** Closes with a reason. */
  abandon(reason: string): void {
    if (this.#closed) return;
    this.#reason ??= reason;
    this.#finish();
  }

  #ended(code: number | null, signal: NodeJS.Signals | null): void {
    if (this.#closed) return;
    const words = this.lastWords?.text;
    const advice = words === undefined && signal === null ? this.#ports.unexplained() : undefined;
    const remarks = [advice, this.#launched?.remark].filter((remark) => remark !== undefined);
    const reason = exitReason(code, signal, words);
    this.#reason ??= remarks.length === 0 ? reason : [sentence(reason), ...remarks].join(' ');
    this.#finish();
  }

  #finish(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#output?.stop();
    void this.#endProcess();
    this.onclose?.();
    for (const context of this.#contexts.values()) context.emitDestroy();
    this.#contexts.clear();
  }

  async #endProcess(): Promise<void> {
    const launched = this.#launched;
    if (launched === undefined) return;
    const { endMs } = this.#ports.limits;
    launched.process.stdin.end();
    // With its input closed, a well-behaved server exits by itself.
    for (let waited = 0; !this.#exited && waited < endMs; waited += 25) await wait(25);
    await launched.end(endMs);
    launched.process.stdout.destroy();
    launched.process.stderr.destroy();
    this.#markGone();
  }

  #rememberContext(message: JSONRPCMessage): void {
    if (!('method' in message)) return;
    if ('id' in message)
      this.#contexts.set(message.id, new AsyncResource('McpRequest', { requireManualDestroy: true }));
    // A cancelled request gets no answer.
    if (message.method !== 'notifications/cancelled') return;
    const cancelled = message.params?.['requestId'];
    if (typeof cancelled === 'string' || typeof cancelled === 'number') this.#forgetContext(cancelled);
  }

  #inContextOf(message: JSONRPCMessage, run: () => void): void {
    const id = 'method' in message ? undefined : message.id;
    const context = id === undefined ? undefined : this.#contexts.get(id);
    if (id !== undefined) this.#forgetContext(id);
    if (context === undefined) run();
    else context.runInAsyncScope(run);
  }

  #forgetContext(id: string | number): void {
    this.#contexts.get(id)?.emitDestroy();
    this.#contexts.delete(id);
  }
}

function exitReason(code: number | null, signal: NodeJS.Signals | null, words: string | undefined): string {
  const how =
    signal === null
      ? code === 0
        ? 'The server exited'
        : `The server exited with code ${code}`
      : `The server was ended by ${signal}`;
  return words === undefined ? `${how}.` : `${how}: ${words}`;
}

function inMegabytes(bytes: number): string {
  return `${Math.round((bytes / 1024 / 1024) * 10) / 10} MiB`;
}
