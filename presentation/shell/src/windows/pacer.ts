import type { Environment } from '@loggia/client';

/** Does something often, but not too often: at once, then again after a while with the newest that came meanwhile. */
export class Pacer<Value> {
  readonly #deliver: (value: Value) => void;
  readonly #pauseMs: number;
  readonly #environment: Pick<Environment, 'after'>;
  #waiting: { readonly value: Value } | undefined;
  #cancel: (() => void) | undefined;

  constructor(deliver: (value: Value) => void, pauseMs: number, environment: Pick<Environment, 'after'>) {
    this.#deliver = deliver;
    this.#pauseMs = pauseMs;
    this.#environment = environment;
  }

  push(value: Value): void {
    if (this.#cancel) {
      this.#waiting = { value };
      return;
    }
    this.#pause();
    this.#deliver(value);
  }

  /** The last one: delivered now, and nothing comes after it. */
  finish(value: Value): void {
    this.stop();
    this.#deliver(value);
  }

  /** Drops the waiting value. */
  stop(): void {
    this.#waiting = undefined;
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #pause(): void {
    this.#cancel = this.#environment.after(this.#pauseMs, () => {
      this.#cancel = undefined;
      const { value } = this.#waiting ?? {};
      if (this.#waiting === undefined) return;
      this.#waiting = undefined;
      this.push(value as Value);
    });
  }
}
