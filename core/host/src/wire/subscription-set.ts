import type { Channel, Kernel, Subscriber } from '@loggia/kernel';
import { ProtocolError } from '@loggia/protocol';
import type { Watchers } from './watchers.ts';

export interface SubscriptionOptions {
  readonly maxLatencyMs: number;
  /** The turns that a chat was asked for; undefined is all of them. */
  readonly turns: number | undefined;
}

export interface HeldSubscription extends SubscriptionOptions {
  unsubscribe(): void;
}

/** A state to show, and how much of the log is in it. */
export interface Subscribed {
  readonly state: object;
  readonly seq: number;
}

interface SubscriptionServices {
  readonly kernel: Kernel;
  readonly watchers: Watchers;
  readonly limits: { readonly maxSubscriptions: number };
}

/** What one connection watches. */
export class SubscriptionSet {
  readonly #kernel: Kernel;
  readonly #subscriber: Subscriber;
  readonly #watchers: Watchers;
  readonly #most: number;
  readonly #held = new Map<string, HeldSubscription>();
  #isClosed = false;

  constructor({ kernel, watchers, limits }: SubscriptionServices, subscriber: Subscriber) {
    this.#kernel = kernel;
    this.#subscriber = subscriber;
    this.#watchers = watchers;
    this.#most = limits.maxSubscriptions;
  }

  get(uri: string): HeldSubscription | undefined {
    return this.#held.get(uri);
  }

  uris(): ReadonlySet<string> {
    return new Set(this.#held.keys());
  }

  /** The state to show, and from now on what happens to it; undefined where there is no such channel. */
  async add(uri: string, options: SubscriptionOptions): Promise<Subscribed | undefined> {
    const channel = await this.#kernel.load<object>(uri);
    return channel && this.#watch(channel, options);
  }

  /** Those that exist, each as it stood when the number was the newest. */
  async addAll(
    uris: readonly string[],
    options: SubscriptionOptions,
  ): Promise<{ seq: number; found: Map<string, object> }> {
    const pins: (() => void)[] = [];
    try {
      for (const uri of new Set(uris)) {
        const channel = await this.#kernel.load(uri);
        if (channel) pins.push(this.#kernel.pin(channel));
      }
      const found = new Map<string, object>();
      for (const uri of new Set(uris)) {
        const channel = this.#kernel.peek<object>(uri);
        const subscribed = channel?.durable ? this.#watch(channel, options) : undefined;
        if (subscribed) found.set(uri, subscribed.state);
      }
      return { seq: this.#kernel.seq, found };
    } finally {
      for (const release of pins) release();
    }
  }

  #watch(channel: Channel<object>, options: SubscriptionOptions): Subscribed | undefined {
    if (this.#isClosed) return undefined;
    const { uri } = channel;
    this.#held.get(uri)?.unsubscribe();
    this.#assertRoom(uri);
    const { state, seq, unsubscribe } = this.#kernel.subscribe(channel, this.#subscriber);
    this.#hold(uri, { ...options, unsubscribe });
    return { state, seq };
  }

  /** Takes over subscriptions that came with a replay. */
  adopt(uri: string, subscription: { unsubscribe(): void }): void {
    if (this.#isClosed) return subscription.unsubscribe();
    this.#hold(uri, { maxLatencyMs: 0, turns: undefined, unsubscribe: () => subscription.unsubscribe() });
    return undefined;
  }

  #hold(uri: string, subscription: HeldSubscription): void {
    const isNew = !this.#held.has(uri);
    this.#held.set(uri, subscription);
    if (isNew) this.#watchers.came(uri);
  }

  delete(uri: string): boolean {
    const held = this.#held.get(uri);
    if (!held) return false;
    held.unsubscribe();
    this.#held.delete(uri);
    this.#watchers.left(uri);
    return true;
  }

  /** For good: the connection is gone, and what was under way for it comes too late. */
  close(): void {
    this.#isClosed = true;
    for (const uri of [...this.#held.keys()]) this.delete(uri);
  }

  #assertRoom(uri: string): void {
    if (this.#held.has(uri) || this.#held.size < this.#most) return;
    throw new ProtocolError(
      'InvalidRequest',
      `A connection can watch ${this.#most} channels. Unsubscribe from some first.`,
    );
  }
}
