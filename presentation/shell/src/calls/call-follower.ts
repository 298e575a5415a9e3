import type { CallUnderWay } from '@loggia/protocol';
import type { ShellHost } from '../host/shell-host.ts';

type Ask = (
  after: number | undefined,
  signal: AbortSignal,
) => Promise<{ readonly seq: number; readonly calls: readonly CallUnderWay[] }>;

const none: readonly CallUnderWay[] = [];
const pauseMs = 1000;

/** Hears of this browser's calls outside any chat, for as long as one of them is under way. */
export class CallFollower {
  readonly #ask: Ask;
  readonly #listeners = new Set<() => void>();
  #calls = none;
  #underWay = 0;
  #loop: AbortController | undefined;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly calls = (): readonly CallUnderWay[] => this.#calls;

  /** `afterMs`: most calls are over before anybody could be asked anything. */
  async during<Result>(work: Promise<Result>, afterMs = 0): Promise<Result> {
    let isFollowed = false;
    const timer = setTimeout(() => {
      isFollowed = true;
      this.#begin();
    }, afterMs);
    try {
      return await work;
    } finally {
      clearTimeout(timer);
      if (isFollowed) this.#end();
    }
  }

  #begin(): void {
    this.#underWay += 1;
    if (this.#loop) return;
    const loop = new AbortController();
    this.#loop = loop;
    void this.#follow(loop.signal);
  }

  #end(): void {
    this.#underWay -= 1;
    if (this.#underWay > 0) return;
    this.#loop?.abort();
    this.#loop = undefined;
    this.#show(none);
  }

  async #follow(signal: AbortSignal): Promise<void> {
    let seq: number | undefined;
    while (!signal.aborted) {
      try {
        const told = await this.#ask(seq, signal);
        if (signal.aborted) return;
        ({ seq } = told);
        this.#show(told.calls);
      } catch {
        // The line may be down for a moment; the call itself tells what became of it.
        seq = undefined;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  }

  #show(calls: readonly CallUnderWay[]): void {
    this.#calls = calls;
    for (const listener of [...this.#listeners]) listener();
  }
}

type Asking = Pick<ShellHost, 'ask' | 'client'>;

const followers = new WeakMap<ShellHost['client'], CallFollower>();

/** One for each host. */
export function followerOf(host: Asking): CallFollower {
  const known = followers.get(host.client);
  if (known) return known;
  const follower = new CallFollower((after, signal) =>
    host.ask('x-loggia/followCalls', after === undefined ? {} : { after }, { signal, timeoutMs: 60_000 }),
  );
  followers.set(host.client, follower);
  return follower;
}
