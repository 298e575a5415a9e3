import { AsyncLocalStorage } from 'node:async_hooks';
import type { Scheduler } from '@loggia/kernel';
import type { CallOptions } from '../connection.ts';
import { plainText } from './plain-text.ts';

type Progress = Parameters<NonNullable<CallOptions['progress']>>[0];

const tellEveryMs = 100;
const longestMessage = 1000;

/** One call while its server works on it. */
export class Call {
  readonly context: CallOptions;
  readonly #scheduler: Scheduler;
  readonly #withinMs: number;
  readonly #listeners: ((reason: unknown) => void)[] = [];
  #controller: AbortController | undefined;
  #cancelTimer: () => void = () => {};
  /** The latest progress that the caller hasn't been told yet. */
  #untold: Progress | undefined;
  #cancelTelling: (() => void) | undefined;
  #questions = 0;
  #stopped: { readonly outcome: 'timeout' | 'cancelled'; readonly reason: unknown } | undefined;

  constructor(context: CallOptions, scheduler: Scheduler, withinMs: number) {
    this.context = context;
    this.#scheduler = scheduler;
    this.#withinMs = withinMs;
    if (context.signal?.aborted === true) this.#cancel();
    else context.signal?.addEventListener('abort', this.#cancel, { once: true });
  }

  /** Aborts when the caller cancels, or at the timeout. Created on demand: most calls need none. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#stopped) this.#controller.abort(this.#stopped.reason);
    }
    return this.#controller.signal;
  }

  /** Why nobody waits for it any more; undefined while somebody does. */
  get outcome(): 'timeout' | 'cancelled' | undefined {
    return this.#stopped?.outcome;
  }

  /** Runs `listener` when the caller cancels, or at the timeout: immediately if that has happened. */
  onStop(listener: (reason: unknown) => void): void {
    if (this.#stopped) listener(this.#stopped.reason);
    else this.#listeners.push(listener);
  }

  throwIfStopped(): void {
    if (this.#stopped) throw this.#stopped.reason;
  }

  /** The request was sent, or the server shows that it is working: restart the timeout. */
  alive(): void {
    this.#cancelTimer();
    if (this.#questions > 0 || this.#stopped) return;
    this.#cancelTimer = this.#scheduler.after(this.#withinMs, () =>
      this.#stop('timeout', new Error('The call took too long.')),
    );
  }

  /** The server reports progress. However often it does, the caller gets the latest a few times per second. */
  progressed({
    progress,
    total,
    message,
  }: {
    readonly progress?: number | undefined;
    readonly total?: number | undefined;
    readonly message?: string | undefined;
  }): void {
    this.alive();
    if (this.context.progress === undefined) return;
    this.#untold = {
      ...(progress === undefined ? {} : { progress }),
      ...(total === undefined ? {} : { total }),
      ...(message === undefined ? {} : { message: plainText(message, longestMessage) }),
    };
    if (this.#cancelTelling === undefined) this.#tell();
  }

  /** The timeout is paused while the server waits for our answer. */
  async answering<T>(answer: () => Promise<T>): Promise<T> {
    this.#questions += 1;
    this.#cancelTimer();
    try {
      return await answer();
    } finally {
      this.#questions -= 1;
      this.alive();
    }
  }

  over(): void {
    this.#questions = Number.POSITIVE_INFINITY;
    this.#cancelTimer();
    this.#cancelTelling?.();
    if (this.#untold !== undefined && this.#stopped === undefined) this.context.progress?.(this.#untold);
    this.#untold = undefined;
    this.context.signal?.removeEventListener('abort', this.#cancel);
  }

  readonly #cancel = (): void => {
    this.#cancelTimer();
    this.#stop('cancelled', this.context.signal?.reason);
  };

  #tell(): void {
    const untold = this.#untold;
    this.#untold = undefined;
    this.#cancelTelling = undefined;
    if (untold === undefined) return;
    this.#cancelTelling = this.#scheduler.after(tellEveryMs, () => this.#tell());
    this.context.progress?.(untold);
  }

  #stop(outcome: 'timeout' | 'cancelled', reason: unknown): void {
    if (this.#stopped) return;
    this.#stopped = { outcome, reason };
    this.#controller?.abort(reason);
    for (const listener of this.#listeners) listener(reason);
  }
}

export type Attribution =
  | { readonly kind: 'call'; readonly call: Call }
  | { readonly kind: 'nobody' | 'several' };

/**
 * Finds the call that makes a server ask back. Over HTTP, and in the modern era, a question arrives within the answer
 * to a call, so its async context tells. Otherwise it is only known if all calls are of one session.
 */
export class CallsInFlight {
  readonly #calls = new Set<Call>();
  readonly #current: AsyncLocalStorage<Call | undefined> | undefined;

  /**
   * `contexts: 'told'`: questions can arrive within the answer to a call. Tracking that costs every promise a little.
   */
  constructor({ contexts }: { readonly contexts: 'told' | 'untold' }) {
    this.#current = contexts === 'told' ? new AsyncLocalStorage() : undefined;
  }

  /** Rejects with the call's own reason if it was stopped before it started. */
  async run<T>(call: Call, work: () => Promise<T>): Promise<T> {
    this.#calls.add(call);
    try {
      call.throwIfStopped();
      const working = this.#current ? this.#current.run(call, work) : work();
      call.alive();
      return await working;
    } finally {
      this.#calls.delete(call);
      call.over();
    }
  }

  /** Runs `work` outside of any call's context. */
  outside<T>(work: () => T): T {
    return this.#current ? this.#current.run(undefined, work) : work();
  }

  asked(able: (context: CallOptions) => boolean): Attribution {
    const current = this.#current?.getStore();
    if (current !== undefined)
      return able(current.context) ? { kind: 'call', call: current } : { kind: 'nobody' };
    const calls = [...this.#calls];
    if (new Set(calls.map((call) => call.context.session)).size > 1) return { kind: 'several' };
    const newest = calls.findLast((call) => able(call.context));
    return newest === undefined ? { kind: 'nobody' } : { kind: 'call', call: newest };
  }
}
