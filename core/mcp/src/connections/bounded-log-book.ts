import type { Clock } from '@loggia/kernel';
import type { ServerLogEntry } from '@loggia/protocol';
import type { LogBook, LogPage } from './log-book.ts';
import { plainText } from './plain-text.ts';

export interface LogBounds {
  readonly entries: number;
  /** Characters of all texts together. */
  readonly size: number;
  readonly line: number;
}

const defaultBounds: LogBounds = { entries: 2000, size: 1024 * 1024, line: 4096 };

/** Keeps the newest entries within bounds. What `hide` knows as secret is not written down. */
export class BoundedLogBook implements LogBook {
  readonly #clock: Clock;
  readonly #hide: (text: string) => string;
  readonly #bounds: LogBounds;
  #entries: ServerLogEntry[] = [];
  #size = 0;
  #seq = 0;

  constructor(clock: Clock, hide: (text: string) => string = (text) => text, bounds = defaultBounds) {
    this.#clock = clock;
    this.#hide = hide;
    this.#bounds = bounds;
  }

  /** The seq of the newest entry. */
  get position(): number {
    return this.#seq;
  }

  write(from: 'stderr' | 'server' | 'host', text: string, level?: string): void {
    const plain = this.clean(text);
    if (plain === '') return;
    const at = new Date(this.#clock.now()).toISOString();
    const entry = { seq: ++this.#seq, at, from, text: plain };
    this.#entries.push(level === undefined ? entry : { ...entry, level: plainText(level, 32) });
    this.#size += plain.length;
    this.#trim();
  }

  /** As it would be written down. */
  clean(text: string): string {
    // Hidden before it is cut: half a secret is a secret too.
    return plainText(this.#hide(text), this.#bounds.line);
  }

  read({
    after,
    limit = this.#bounds.entries,
  }: { readonly after?: number; readonly limit?: number } = {}): LogPage {
    const oldest = this.#entries[0]?.seq ?? this.#seq + 1;
    const dropped = Math.max(0, oldest - 1 - Math.max(0, after ?? 0));
    if (after === undefined) return { entries: limit > 0 ? this.#entries.slice(-limit) : [], dropped };
    const first = Math.max(0, after - oldest + 1);
    return { entries: this.#entries.slice(first, first + limit), dropped };
  }

  #trim(): void {
    let drop = 0;
    while (this.#entries.length - drop > this.#bounds.entries || this.#size > this.#bounds.size) {
      this.#size -= this.#entries[drop]?.text.length ?? 0;
      drop += 1;
    }
    if (drop > 0) this.#entries = this.#entries.slice(drop);
  }
}
