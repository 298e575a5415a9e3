interface Line {
  /** The last exclusive holder or waiter. */
  alone: Promise<void> | undefined;
  /** Shared holders or waiters since then. */
  shared: Set<Promise<void>>;
}

export interface Wanted {
  /** Held exclusively. */
  readonly alone?: readonly string[] | undefined;
  /** Held in shared mode: only exclusive holders are kept out. */
  readonly shared?: readonly string[] | undefined;
}

/**
 * Keeps changes of the same thing from interleaving. A request joins all queues at once and is served in order, so no
 * two can deadlock. Don't acquire again while holding a lock.
 */
export class Locks {
  readonly #lines = new Map<string, Line>();

  /** The number of keys that are held or waited for. */
  get size(): number {
    return this.#lines.size;
  }

  async hold<T>(wanted: Wanted, work: () => Promise<T>): Promise<T> {
    const release = await this.acquire(wanted);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Resolves once it is held, with the function that releases it. */
  async acquire(wanted: Wanted): Promise<() => void> {
    let finish = (): void => undefined;
    const done = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const alone = new Set(wanted.alone);
    const shared = new Set(wanted.shared?.filter((key) => !alone.has(key)));
    const before: Promise<void>[] = [];
    for (const key of alone) before.push(...this.#standAlone(key, done));
    for (const key of shared) before.push(...this.#share(key, done));
    await Promise.all(before);
    return () => {
      finish();
      for (const key of alone) this.#leave(key, done);
      for (const key of shared) this.#leave(key, done);
    };
  }

  #standAlone(key: string, done: Promise<void>): readonly Promise<void>[] {
    const line = this.#line(key);
    const before = [...line.shared, ...(line.alone ? [line.alone] : [])];
    line.alone = done;
    line.shared = new Set();
    return before;
  }

  #share(key: string, done: Promise<void>): readonly Promise<void>[] {
    const line = this.#line(key);
    line.shared.add(done);
    return line.alone ? [line.alone] : [];
  }

  #line(key: string): Line {
    const present = this.#lines.get(key);
    if (present) return present;
    const line: Line = { alone: undefined, shared: new Set() };
    this.#lines.set(key, line);
    return line;
  }

  #leave(key: string, done: Promise<void>): void {
    const line = this.#lines.get(key);
    if (!line) return;
    if (line.alone === done) line.alone = undefined;
    line.shared.delete(done);
    if (line.alone === undefined && line.shared.size === 0) this.#lines.delete(key);
  }
}
