import type { Environment } from '../environment.ts';
import { RequestTimedOut } from '../errors.ts';
import type { RawParams } from './read-message.ts';

export interface CallOptions {
  /** How long to wait for the answer, from now on, connected or not. */
  readonly timeoutMs?: number;
  /** Stops the waiting. The protocol cannot call a request back, so the host may still carry it out. */
  readonly signal?: AbortSignal;
}

/**
 * One request and its answer. It exists before there is a connection to send it over, so that waiting for the
 * connection counts against its time.
 */
export class Call {
  readonly method: string;
  readonly params: RawParams;
  readonly answer: Promise<unknown>;
  #settle: { resolve: (result: unknown) => void; reject: (error: unknown) => void } | undefined;
  #afterwards: (() => void)[] = [];

  constructor(
    method: string,
    params: RawParams,
    environment: Environment,
    { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal?: AbortSignal | undefined },
  ) {
    this.method = method;
    this.params = params;
    this.answer = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    if (signal?.aborted) {
      this.reject(signal.reason);
      return;
    }
    this.#afterwards.push(
      environment.after(timeoutMs, () => this.reject(new RequestTimedOut(method, timeoutMs))),
    );
    if (signal) {
      const abort = (): void => this.reject(signal.reason);
      signal.addEventListener('abort', abort);
      this.#afterwards.push(() => signal.removeEventListener('abort', abort));
    }
  }

  get settled(): boolean {
    return this.#settle === undefined;
  }

  /** Runs `fn` once the call ends, either way. */
  finally(fn: () => void): void {
    if (this.settled) fn();
    else this.#afterwards.push(fn);
  }

  resolve(result: unknown): void {
    this.#end()?.resolve(result);
  }

  reject(error: unknown): void {
    this.#end()?.reject(error);
  }

  #end(): { resolve: (result: unknown) => void; reject: (error: unknown) => void } | undefined {
    const settle = this.#settle;
    this.#settle = undefined;
    const afterwards = this.#afterwards;
    this.#afterwards = [];
    for (const fn of afterwards) fn();
    return settle;
  }
}
