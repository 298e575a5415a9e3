/** Listeners. One that throws doesn't keep the others from being called. */
export class Listeners<T> {
  readonly #all = new Set<(value: T) => void>();
  readonly #failed: (error: unknown) => void;

  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  /** Returns a function that removes it. The same function can be added twice. */
  add(listener: (value: T) => void): () => void {
    const own = (value: T) => listener(value);
    this.#all.add(own);
    return () => this.#all.delete(own);
  }

  tell(value: T): void {
    for (const listener of [...this.#all]) {
      try {
        listener(value);
      } catch (error) {
        this.#failed(error);
      }
    }
  }
}
