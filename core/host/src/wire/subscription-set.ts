import type { Kernel, Subscriber } from '@loggia/kernel';
import { ProtocolError } from '@loggia/protocol';

export interface SubscriptionOptions {
  readonly maxLatencyMs: number;
  /** The turns that a chat was asked for; undefined is all of them. */
  readonly turns: number | undefined;
}

export interface HeldSubscription extends SubscriptionOptions {
  unsubscribe(): void;
}

/** What one connection watches. */
export class SubscriptionSet {
  readonly #kernel: Kernel;
  readonly #subscriber: Subscriber;
  readonly #most: number;
  readonly #held = new Map<string, HeldSubscription>();

  constructor(kernel: Kernel, subscriber: Subscriber, most: number) {
    this.#kernel = kernel;
    this.#subscriber = subscriber;
    this.#most = most;
  }

  get(uri: string): HeldSubscription | undefined {
    return this.#held.get(uri);
  }

  uris(): ReadonlySet<string> {
    return new Set(this.#held.keys());
  }

  /** The state to show, and from now on what happens to it; undefined where there is no such channel. */
  async add(uri: string, options: SubscriptionOptions): Promise<{ state: object; seq: number } | undefined> {
    const channel = await this.#kernel.load<object>(uri);
    if (!channel) return undefined;
    this.#held.get(uri)?.unsubscribe();
    this.#assertRoom(uri);
    const { state, seq, unsubscribe } = this.#kernel.subscribe(channel, this.#subscriber);
    this.#held.set(uri, { ...options, unsubscribe });
    return { state, seq };
  }

  /** Takes over subscriptions that came with a replay. */
  adopt(uri: string, subscription: { unsubscribe(): void }): void {
    this.#held.set(uri, { maxLatencyMs: 0, turns: undefined, unsubscribe: () => subscription.unsubscribe() });
  }

  delete(uri: string): boolean {
    this.#held.get(uri)?.unsubscribe();
    return this.#held.delete(uri);
  }

  clear(): void {
    for (const { unsubscribe } of this.#held.values()) unsubscribe();
    this.#held.clear();
  }

  #assertRoom(uri: string): void {
    if (this.#held.has(uri) || this.#held.size < this.#most) return;
    throw new ProtocolError(
      'InvalidRequest',
      `A connection can watch ${this.#most} channels. Unsubscribe from some first.`,
    );
  }
}
