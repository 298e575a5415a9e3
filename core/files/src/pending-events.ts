/** The names to look at in one folder, each with whether its content changed; or `all`. */
export type Dirty = ReadonlyMap<string, { readonly written: boolean }> | 'all';

/**
 * Events that the system reported since the last scan. When its queue is full it drops events, without Node noticing;
 * so too many of them mean that everything must be scanned again.
 */
export class PendingEvents {
  readonly #max: number;
  #count = 0;
  #folders = new Map<string, Map<string, { written: boolean }> | 'all'>();

  constructor(max: number) {
    this.#max = max;
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  add(folder: string, name: string | null, event: 'rename' | 'change'): void {
    this.#count += 1;
    if (this.#count > this.#max) {
      this.#folders.clear();
      return;
    }
    const names = this.#folders.get(folder) ?? new Map<string, { written: boolean }>();
    if (name === null || names === 'all') {
      this.#folders.set(folder, 'all');
      return;
    }
    const written = event === 'change' || names.get(name)?.written === true;
    this.#folders.set(folder, names.set(name, { written }));
  }

  /** Returns `storm` if there were too many to keep. */
  take(): ReadonlyMap<string, Dirty> | 'storm' {
    const taken = this.#count > this.#max ? 'storm' : this.#folders;
    this.#count = 0;
    this.#folders = new Map();
    return taken;
  }
}
