interface Waiting {
  readonly run: () => void;
  readonly cancel: (error: Error) => void;
}

/** What is to be sent, in the order in which it was asked for, however often the connection comes and goes. */
export class SendQueue {
  #waiting: Waiting[] = [];
  #state: 'closed' | 'opening' | 'open' = 'closed';
  #ended: Error | undefined;

  /** Runs `run` at once while open. `cancel` runs instead when the queue ends first. */
  add(run: () => void, cancel: (error: Error) => void): void {
    if (this.#ended) cancel(this.#ended);
    else if (this.#state === 'open') run();
    else this.#waiting.push({ run, cancel });
  }

  /** Lets everything out. What is added meanwhile keeps its place behind what was there before. */
  open(): void {
    this.#state = 'opening';
    while (this.#state === 'opening') {
      const next = this.#waiting.shift();
      if (next) next.run();
      else this.#state = 'open';
    }
  }

  close(): void {
    this.#state = 'closed';
  }

  /** For good. */
  end(error: Error): void {
    this.#state = 'closed';
    this.#ended = error;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { cancel } of waiting) cancel(error);
  }
}
