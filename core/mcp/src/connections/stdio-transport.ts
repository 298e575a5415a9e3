import { AsyncResource } from 'node:async_hooks';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { serializeMessage, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client';
import type { LaunchedServer } from './launch/launcher.ts';
import type { MessageGuard } from './traffic/message-guard.ts';
import { ProcessOutput } from './traffic/process-output.ts';
import type { ServerBudget } from './traffic/server-budget.ts';

export interface StdioPorts {
  /** Starts the process. Rejects with StartFailure. */
  launch(): Promise<LaunchedServer>;
  /** Output of the process outside the protocol. */
  stderr(line: string): void;
  /** Takes out of a line what may not be shown. What comes back may end up in `reason`. */
  clean(line: string): string;
  remark(text: string): void;
  readonly guard: MessageGuard;
  readonly budget: ServerBudget;
  readonly limits: StdioLimits;
}

export interface StdioLimits {
  /** Of one message, in either direction. */
  readonly messageBytes: number;
  /** How long the process has for each step of its end: after its input closed, after SIGTERM, after SIGKILL. */
  readonly endMs: number;
}

/** Output written just before exit may still be in the pipe; a child process may also hold the pipe open. */
const drainMs = 200;
const brokenPipeMs = 500;
const deafMs = 1000;

/**
 * A server as a process of ours, with its standard input and output as the line to it.
 *
 * Why it ended is in `reason` before `onclose` runs.
 */
export class StdioTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: JSONRPCMessage) => void) | undefined;
  /** Is shown each message first. What it takes is not for `onmessage`, and is not checked either. */
  take?: ((message: Readonly<Record<string, unknown>>) => boolean) | undefined;
  /** Not used; the SDK takes a transport for a local process when it has `stderr` and `pid`. */
  readonly stderr = null;
  readonly #ports: StdioPorts;
  /** In which context each request was made, so that its answer is handled there. */
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

  /** Why the process ended, as a sentence. Undefined while it runs, and when it was closed from here. */
  get reason(): string | undefined {
    return this.#reason;
  }

  /** The server sent too much. */
  get isSpent(): boolean {
    return this.#ports.guard.isSpent;
  }

  /** Resolves when the process and everything that it started are gone. */
  get gone(): Promise<void> {
    return this.#gone;
  }

  /** The last thing the process printed about a failure. */
  get lastWords(): string | undefined {
    return this.#output?.lastWords;
  }

  async start(): Promise<void> {
    // From here on, whoever closes it waits until what is being started is gone.
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
    const text = serializeMessage(message);
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

  /** A message as text, with its newline. What comes of it is not handled in the context that it was sent in. */
  sendLine(text: string): Promise<void> {
    const refusal = this.#refusalOf(text);
    return refusal ? Promise.reject(refusal) : this.#write(text);
  }

  #refusalOf(text: string): Error | undefined {
    const stdin = this.#process?.stdin;
    if (stdin === undefined || this.#closed || !stdin.writable)
      return new Error(this.#reason ?? 'The server is not running.');
    if (stdin.writableLength + text.length > this.#ports.limits.messageBytes)
      return new Error('The server does not take what it is sent: too much is waiting for it already.');
    return undefined;
  }

  async #write(text: string): Promise<void> {
    const error = await new Promise<Error | null | undefined>((resolve) => {
      this.#process?.stdin.write(text, resolve);
    });
    if (error) throw await this.#notSent(error);
  }

  /** A pipe breaks a moment before its process is seen to end, and only the end says why. */
  async #notSent(error: Error): Promise<Error> {
    for (let waited = 0; !this.#closed && waited < brokenPipeMs; waited += 25) await wait(25);
    return this.#reason === undefined ? error : new Error(this.#reason, { cause: error });
  }

  /** Resolves when the process is gone. What is under way is told at once. */
  async close(): Promise<void> {
    this.#finish();
    await this.#gone;
  }

  #listen(child: ChildProcessWithoutNullStreams): void {
    this.#output = new ProcessOutput(child.stdout, child.stderr, {
      ...this.#ports,
      messageBytes: this.#ports.limits.messageBytes,
      take: (message) => this.take?.(message) === true,
      deliver: (message) => this.#inContextOf(message, () => this.onmessage?.(message)),
      tooLong: () =>
        this.abandon(
          `The server sent a message of more than ${inMegabytes(this.#ports.limits.messageBytes)}, so it was stopped.`,
        ),
      failed: (error) => this.onerror?.(error),
    });
    // A pipe that breaks says nothing that the end of the process does not.
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => {});
    child.stdout.on('end', () => {
      // With the process; if it lives on, it can no longer answer anybody.
      setTimeout(
        () => this.abandon('The server closed its output while it ran on, so it was stopped.'),
        deafMs,
      ).unref();
    });
    child.on('error', (error) => this.onerror?.(error));
    child.on('exit', (code, signal) => {
      this.#exited = true;
      const timer = setTimeout(() => this.#ended(code, signal), drainMs);
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
    const { remark } = this.#launched ?? {};
    const reason = exitReason(code, signal, this.lastWords);
    this.#reason ??= remark === undefined ? reason : `${reason.replace(/[^.!?]$/, '$&.')} ${remark}`;
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
    // With its input closed, a server that behaves ends by itself.
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
    // Nobody answers what was cancelled.
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
