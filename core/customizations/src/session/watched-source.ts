import { sameJson } from './same-json.ts';
import type { Reading } from './reading.ts';

/** How changes are noticed. */
export interface Watching<T> {
  /** Further paths to watch, known once it has been read. */
  also(value: T): readonly string[];
  start(also: readonly string[], changed: () => void): () => void;
}

/**
 * A source that is read, watched, and read again when it changes. The last result stays until the next one is there.
 */
export class WatchedSource<T> {
  readonly #read: () => Promise<T>;
  readonly #watching: Watching<T> | undefined;
  readonly #visitors = new Set<() => void>();
  #reading: Reading<T> = { kind: 'loading' };
  #also: readonly string[] = [];
  #unwatch: (() => void) | undefined;
  #busy = false;
  #again = false;
  #closed = false;

  constructor(read: () => Promise<T>, watching?: Watching<T>) {
    this.#read = read;
    this.#watching = watching;
    // Watch before reading: changes in between cause another read.
    this.#watch();
    this.read();
  }

  get reading(): Reading<T> {
    return this.#reading;
  }

  get isEmpty(): boolean {
    return this.#visitors.size === 0;
  }

  /** Called whenever it was read again. The returned function stops that. */
  visit(changed: () => void): () => void {
    // Two visitors may pass the same function.
    const visitor = () => changed();
    this.#visitors.add(visitor);
    return () => this.#visitors.delete(visitor);
  }

  read(): void {
    this.#again = true;
    if (!this.#busy) void this.#readAll();
  }

  close(): void {
    this.#closed = true;
    this.#unwatch?.();
    this.#visitors.clear();
  }

  async #readAll(): Promise<void> {
    this.#busy = true;
    while (this.#again && !this.#closed) {
      this.#again = false;
      const next = await this.#readOnce();
      if (this.#closed) return;
      this.#reading = next;
      if (next.kind === 'read') this.#watchAlso(this.#watching?.also(next.value) ?? []);
      for (const visitor of [...this.#visitors]) visitor();
    }
    this.#busy = false;
  }

  async #readOnce(): Promise<Reading<T>> {
    try {
      return { kind: 'read', value: await this.#read() };
    } catch (error) {
      return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
    }
  }

  #watchAlso(also: readonly string[]): void {
    if (sameJson(also, this.#also)) return;
    this.#also = also;
    this.#watch();
  }

  #watch(): void {
    this.#unwatch?.();
    this.#unwatch = this.#watching?.start(this.#also, () => this.read());
  }
}
