import { Rate, type Clock } from '@loggia/kernel';
import type { ServerLogEntry } from '@loggia/protocol';
import type { ServerLog, LogPage } from './server-log.ts';
import { plainText } from './plain-text.ts';

export interface LogBounds {
  readonly entries: number;
  /** The total number of characters. */
  readonly size: number;
  readonly line: number;
  /** The limit for entries that the server causes. Further ones are dropped and counted. */
  readonly perSecond: number;
}

const defaultBounds: LogBounds = { entries: 2000, size: 1024 * 1024, line: 4096, perSecond: 50 };

/** Keeps the newest entries within bounds. `hide` removes secrets before they are stored. */
export class BoundedServerLog implements ServerLog {
  readonly #clock: Clock;
  readonly #hide: (text: string) => string;
  readonly #bounds: LogBounds;
  readonly #rate: Rate;
  #leftOut = 0;
  #entries: ServerLogEntry[] = [];
  #size = 0;
  #seq = 0;

  constructor(clock: Clock, hide: (text: string) => string = (text) => text, bounds = defaultBounds) {
    this.#clock = clock;
    this.#hide = hide;
    this.#bounds = bounds;
    this.#rate = new Rate(clock, bounds.perSecond, Math.max(bounds.entries, bounds.perSecond));
  }

  /** The seq of the newest entry. */
  get position(): number {
    return this.#seq;
  }

  /** Host messages are always kept; the server's own are limited per second. */
  write(from: 'stderr' | 'server' | 'host', text: string, level?: string): void {
    if (from !== 'host' && !this.#hasRoom()) return;
    this.#add(from, text, level);
  }

  /** A host message about the server's behavior, which the server can trigger repeatedly. */
  remark(text: string, level: string): void {
    if (this.#hasRoom()) this.#add('host', text, level);
  }

  /** The text as it would be stored. */
  clean(text: string): string {
    // Hidden before it is cut: half a secret is a secret too.
    return plainText(this.#hide(text), this.#bounds.line);
  }

  read({
    after,
    limit = this.#bounds.entries,
  }: { readonly after?: number; readonly limit?: number } = {}): LogPage {
    this.#tellLeftOut();
    const oldest = this.#entries[0]?.seq ?? this.#seq + 1;
    const dropped = Math.max(0, oldest - 1 - Math.max(0, after ?? 0));
    if (after === undefined) return { entries: limit > 0 ? this.#entries.slice(-limit) : [], dropped };
    const first = Math.max(0, after - oldest + 1);
    return { entries: this.#entries.slice(first, first + limit), dropped };
  }

  /**
   * Once the limit is hit, nothing is accepted until there is room for several: a few gaps are better than one at every
   * line.
   */
  #hasRoom(): boolean {
    const wanted = this.#leftOut === 0 ? 1 : this.#bounds.perSecond;
    if (this.#rate.available < wanted) {
      this.#leftOut += 1;
      return false;
    }
    this.#rate.take();
    return true;
  }

  #tellLeftOut(): void {
    if (this.#leftOut === 0) return;
    const count = this.#leftOut.toLocaleString('en');
    this.#leftOut = 0;
    this.#append('host', `${count} lines were left out: the server wrote too many at once.`, 'warning');
  }

  #add(from: ServerLogEntry['from'], text: string, level: string | undefined): void {
    const plain = this.clean(text);
    if (plain === '') return;
    this.#tellLeftOut();
    this.#append(from, plain, level);
  }

  #append(from: ServerLogEntry['from'], text: string, level: string | undefined): void {
    const at = new Date(this.#clock.now()).toISOString();
    const entry = { seq: ++this.#seq, at, from, text };
    this.#entries.push(level === undefined ? entry : { ...entry, level: plainText(level, 32) });
    this.#size += text.length;
    this.#trim();
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
