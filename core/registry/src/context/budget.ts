/** Thrown through the validator when a schema asks for more work than a context is worth. */
export class TooCostly extends Error {}

/** Work that is left for one validation. Every schema that is looked at takes from it. */
export class Budget {
  #left = 0;

  refill(steps: number): void {
    this.#left = steps;
  }

  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new TooCostly();
  }
}
