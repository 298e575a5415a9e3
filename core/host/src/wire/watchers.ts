export interface WatchListener {
  /** The first client of this host watches the channel. */
  watched?(channel: string): void;
  /** The last one has left, or the channel is gone. */
  unwatched?(channel: string): void;
}

/** Counts the connections that watch each channel. Callers must match each `came` with one `left`. */
export class Watchers {
  readonly #listener: WatchListener;
  readonly #counts = new Map<string, number>();

  constructor(listener: WatchListener) {
    this.#listener = listener;
  }

  /** The number of subscriptions of all connections. */
  get size(): number {
    let size = 0;
    for (const count of this.#counts.values()) size += count;
    return size;
  }

  came(channel: string): void {
    const count = this.#counts.get(channel) ?? 0;
    this.#counts.set(channel, count + 1);
    if (count === 0) this.#listener.watched?.(channel);
  }

  left(channel: string): void {
    const count = (this.#counts.get(channel) ?? 0) - 1;
    if (count > 0) {
      this.#counts.set(channel, count);
      return;
    }
    if (this.#counts.delete(channel)) this.#listener.unwatched?.(channel);
  }
}
