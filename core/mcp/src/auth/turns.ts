/** Runs what has the same key one after the other, in the order it came. One that fails does not stop the next. */
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
