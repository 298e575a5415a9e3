import type { Entry } from './entry.ts';
import type { Report } from './problem.ts';

/**
 * The subscribers of each channel.
 *
 * Called synchronously, with durable entries only, each once and in order. A throw is reported and affects nobody else;
 * the subscriber stays subscribed.
 */
export interface Subscriber {
  deliver(entry: Entry): void;
  /** The channel was removed, and this subscription with it. */
  removed?(uri: string): void;
}

export interface Subscription {
  unsubscribe(): void;
}

class Registration implements Subscription {
  readonly subscriber: Subscriber;
  /** The subscriber's snapshot or replay covers everything up to here. */
  readonly fromSeq: number;
  readonly #siblings: Set<Registration>;
  readonly #whenLast: () => void;

  constructor(subscriber: Subscriber, fromSeq: number, siblings: Set<Registration>, whenLast: () => void) {
    this.subscriber = subscriber;
    this.fromSeq = fromSeq;
    this.#siblings = siblings;
    this.#whenLast = whenLast;
    siblings.add(this);
  }

  unsubscribe(): void {
    if (this.#siblings.delete(this) && this.#siblings.size === 0) this.#whenLast();
  }
}

/** Keyed by URI, not by channel: watching a channel doesn't require it to be in memory. */
export class Subscriptions {
  readonly #byUri = new Map<string, Set<Registration>>();
  readonly #report: Report;

  constructor(report: Report) {
    this.#report = report;
  }

  has(uri: string): boolean {
    return this.#byUri.has(uri);
  }

  add(uri: string, subscriber: Subscriber, fromSeq: number): Subscription {
    const present = this.#byUri.get(uri);
    const siblings = present ?? new Set<Registration>();
    if (present === undefined) this.#byUri.set(uri, siblings);
    return new Registration(subscriber, fromSeq, siblings, () => {
      if (this.#byUri.get(uri) === siblings) this.#byUri.delete(uri);
    });
  }

  deliver(entry: Entry): void {
    const watching = this.#byUri.get(entry.channel);
    if (watching === undefined) return;
    for (const { subscriber, fromSeq } of watching) {
      if (entry.seq <= fromSeq) continue;
      try {
        subscriber.deliver(entry);
      } catch (error) {
        this.reportThrow(entry.channel, error);
      }
    }
  }

  /** Ends the subscriptions that existed when the channel was removed; `seq` was the newest number then. */
  remove(uri: string, seq: number): void {
    for (const registration of this.#byUri.get(uri) ?? []) {
      // A later number means that it watches a new channel with the same URI.
      if (registration.fromSeq > seq) continue;
      registration.unsubscribe();
      try {
        registration.subscriber.removed?.(uri);
      } catch (error) {
        this.reportThrow(uri, error);
      }
    }
  }

  reportThrow(channel: string, error: unknown): void {
    const message = `A subscriber of ${channel} threw; the others were served. Fix the subscriber.`;
    this.#report({ kind: 'subscriber', message, channel, error });
  }
}

/** A state to show, with the guarantee that everything after `seq` will be delivered. */
export interface Subscribed<State> extends Subscription {
  readonly state: State;
  readonly seq: number;
}
