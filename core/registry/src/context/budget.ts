/** Thrown through the validator when a schema needs more work than a context is worth. */
export class TooCostly extends Error {}

/** The work left for one validation. Every schema evaluated takes from it. */
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
