/** What to look at in one folder: these names, each with whether its content changed, or everything. */
export type Dirty = ReadonlyMap<string, { readonly written: boolean }> | 'all';

/**
 * What the system reported since the last look. Its queue drops events when it is full, without a word to Node; so a
 * storm of them means that all must be looked at again.
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

  /** `storm` when there were too many to keep. */
  take(): ReadonlyMap<string, Dirty> | 'storm' {
    const taken = this.#count > this.#max ? 'storm' : this.#folders;
    this.#count = 0;
    this.#folders = new Map();
    return taken;
  }
}
