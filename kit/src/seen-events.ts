/**
 * Events that were handled or are being handled: a host delivers at least once, an author wants to hear once.
 * A failure is forgotten, so that the next attempt is a first one.
 */
export class SeenEvents {
  readonly #seen = new Map<string, Promise<void>>();
  readonly #limit: number;

  constructor(limit = 10_000) {
    this.#limit = limit;
  }

  /** Resolves when the event is handled, by this call or another. */
  once(id: string, handle: () => Promise<void>): Promise<void> {
    const earlier = this.#seen.get(id);
    if (earlier !== undefined) return earlier;
    const handling = handle().catch((error: unknown) => {
      this.#seen.delete(id);
      throw error;
    });
    this.#seen.set(id, handling);
    for (const oldest of this.#seen.keys()) {
      if (this.#seen.size <= this.#limit) break;
      this.#seen.delete(oldest);
    }
    return handling;
  }
}
