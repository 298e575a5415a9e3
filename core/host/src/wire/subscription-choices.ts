/** How a client wants a channel. */
export interface SubscriptionOptions {
  readonly maxLatencyMs: number;
  /** The number of turns requested for a chat; undefined is all of them. */
  readonly turns: number | undefined;
}

export const everything: SubscriptionOptions = { maxLatencyMs: 0, turns: undefined };

/** As it is stored with the client. */
export type StoredChoices = Readonly<Record<string, { maxLatencyMs: number; turns?: number | undefined }>>;

/**
 * How one client wants its channels. `reconnect` doesn't repeat it, so it is kept between connections; channels that are
 * wanted whole and at once aren't listed.
 */
export class SubscriptionChoices {
  readonly #byUri: Map<string, SubscriptionOptions>;
  readonly #changed: (choices: StoredChoices) => void;

  constructor(changed: (choices: StoredChoices) => void, stored: StoredChoices = {}) {
    this.#changed = changed;
    this.#byUri = new Map(
      Object.entries(stored).map(([uri, { maxLatencyMs, turns }]) => [uri, { maxLatencyMs, turns }]),
    );
  }

  get(uri: string): SubscriptionOptions {
    return this.#byUri.get(uri) ?? everything;
  }

  set(uri: string, options: SubscriptionOptions): void {
    const before = this.get(uri);
    if (before.maxLatencyMs === options.maxLatencyMs && before.turns === options.turns) return;
    if (options.maxLatencyMs === 0 && options.turns === undefined) this.#byUri.delete(uri);
    else this.#byUri.set(uri, options);
    this.#changed(Object.fromEntries(this.#byUri));
  }
}
