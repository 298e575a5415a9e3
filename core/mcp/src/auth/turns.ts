/** Serializes work with the same key, in order. A failure doesn't stop the next. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  async take<Value>(key: string, run: () => Promise<Value>): Promise<Value> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const turn = before.then(run, run);
    this.#last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (this.#last.get(key) === turn) this.#last.delete(key);
    }
  }
}
