interface Waiting {
  enter(): void;
}

/** Lets only so many start at a time, in the order in which they came, so that a hundred do not starve the machine. */
export class StartGate {
  readonly #width: number;
  readonly #waiting = new Set<Waiting>();
  #inside = 0;

  constructor(width: number) {
    this.#width = width;
  }

  /** Resolves to what lets the next one in; safe to call twice. Rejects with the signal's reason when it aborts first. */
  async enter(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#inside < this.#width) this.#inside += 1;
    else await this.#wait(signal);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#leave();
    };
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        enter: () => {
          signal.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      const giveUp = () => {
        this.#waiting.delete(waiting);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting.add(waiting);
    });
  }

  #leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#inside -= 1;
      return;
    }
    this.#waiting.delete(next);
    next.enter();
  }
}
