interface Timer {
  readonly at: number;
  readonly run: () => void;
}

const frameMs = 16;

/** A manual clock; between timers, all promises settle. */
export class ManualTime {
  #now = 0;
  readonly #timers = new Set<Timer>();

  readonly now = (): number => this.#now;

  readonly after = (ms: number, run: () => void): (() => void) => {
    const timer = { at: this.#now + ms, run };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  };

  readonly nextFrame = (run: (now: number) => void): (() => void) =>
    this.after(frameMs, () => run(this.#now));

  get waiting(): number {
    return this.#timers.size;
  }

  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settled();
    for (;;) {
      const [due] = [...this.#timers].filter(({ at }) => at <= end).sort((one, other) => one.at - other.at);
      if (due === undefined) break;
      this.#timers.delete(due);
      this.#now = Math.max(this.#now, due.at);
      due.run();
      await settled();
    }
    this.#now = end;
  }
}

/** Resolves once all other promises that can settle have. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
