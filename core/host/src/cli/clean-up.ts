type Step = () => void | Promise<void>;

/** Closes opened resources in reverse order. */
export class CleanUp {
  readonly #steps: Step[] = [];

  add(step: Step): void {
    this.#steps.push(step);
  }

  /** Runs every step, whatever happens to the others; returns the errors. A step runs once. */
  async run(): Promise<readonly unknown[]> {
    const errors: unknown[] = [];
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      try {
        await step();
      } catch (error) {
        errors.push(error);
      }
    }
    return errors;
  }
}
