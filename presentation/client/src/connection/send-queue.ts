interface Waiting {
  readonly run: () => void;
  readonly cancel: (error: Error) => void;
}

/** Messages to send, in the order they were queued, across connections. */
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

  /** Sends everything. Messages added meanwhile keep their place behind those that were there before. */
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
