/** Wakes callers that wait for a change. Ask for `next` before looking, so that no change falls in between. */
export class Bell {
  #ring: () => void = () => undefined;
  #next = this.#armed();

  get next(): Promise<void> {
    return this.#next;
  }

  readonly ring = (): void => {
    this.#ring();
    this.#next = this.#armed();
  };

  #armed(): Promise<void> {
    return new Promise((resolve) => {
      this.#ring = resolve;
    });
  }
}
