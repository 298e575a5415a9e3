import { AsyncLocalStorage } from 'node:async_hooks';
import type { Scheduler } from '@loggia/kernel';
import type { CallContext } from '../connection.ts';

/** One call while its server works on it. */
export class Call {
  readonly context: CallContext;
  readonly #abort = new AbortController();
  readonly #scheduler: Scheduler;
  readonly #withinMs: number;
  #cancelTimer: () => void = () => {};
  #questions = 0;
  #timedOut = false;

  constructor(context: CallContext, scheduler: Scheduler, withinMs: number) {
    this.context = context;
    this.#scheduler = scheduler;
    this.#withinMs = withinMs;
    if (context.signal?.aborted === true) this.#abort.abort(context.signal.reason);
    context.signal?.addEventListener('abort', this.#cancel, { once: true });
    this.alive();
  }

  /** Aborts when the caller cancels, or when its time is up. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get outcome(): 'timeout' | 'cancelled' | undefined {
    if (this.#timedOut) return 'timeout';
    return this.signal.aborted ? 'cancelled' : undefined;
  }

  /** The server shows that it works; its time starts anew. */
  alive(): void {
    this.#cancelTimer();
    if (this.#questions > 0 || this.signal.aborted) return;
    this.#cancelTimer = this.#scheduler.after(this.#withinMs, () => {
      this.#timedOut = true;
      this.#abort.abort(new Error('The call took too long.'));
    });
  }

  /** While the server waits for an answer of ours, its own time stands still. */
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
    this.context.signal?.removeEventListener('abort', this.#cancel);
  }

  readonly #cancel = (): void => {
    this.#cancelTimer();
    this.#abort.abort(this.context.signal?.reason);
  };
}

export type Attribution =
  | { readonly kind: 'call'; readonly call: Call }
  | { readonly kind: 'nobody' | 'several' };

/**
 * Which call makes a server ask back. Over HTTP, and in the modern era, a question comes as part of the answer to a call,
 * so the context in which it arrives tells. Otherwise it is told only when all calls are of one session.
 */
export class CallsInFlight {
  readonly #calls = new Set<Call>();
  readonly #current: AsyncLocalStorage<Call | undefined> | undefined;

  /** `contexts: 'told'`: questions can arrive within the answer to a call. Following that costs every promise a little. */
  constructor({ contexts }: { readonly contexts: 'told' | 'untold' }) {
    this.#current = contexts === 'told' ? new AsyncLocalStorage() : undefined;
  }

  async run<T>(call: Call, work: () => Promise<T>): Promise<T> {
    this.#calls.add(call);
    try {
      return await (this.#current ? this.#current.run(call, work) : work());
    } finally {
      this.#calls.delete(call);
      call.over();
    }
  }

  /** What is opened in here belongs to no call, whoever happens to be calling. */
  outside<T>(work: () => T): T {
    return this.#current ? this.#current.run(undefined, work) : work();
  }

  asked(able: (context: CallContext) => boolean): Attribution {
    const current = this.#current?.getStore();
    if (current !== undefined)
      return able(current.context) ? { kind: 'call', call: current } : { kind: 'nobody' };
    const calls = [...this.#calls];
    if (new Set(calls.map((call) => call.context.session)).size > 1) return { kind: 'several' };
    const newest = calls.findLast((call) => able(call.context));
    return newest === undefined ? { kind: 'nobody' } : { kind: 'call', call: newest };
  }
}
