/** The input of one call while the model writes it. One reader; it may start before, while or after it is written. */
export class ToolInput implements AsyncIterable<string> {
  readonly #pieces: string[] = [];
  #isEmpty = true;
  #end: { readonly error?: Error } | undefined;
  #wake: () => void = () => {};

  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  push(piece: string): void {
    if (piece === '' || this.#end) return;
    this.#isEmpty = false;
    this.#pieces.push(piece);
    this.#wake();
  }

  /** It is complete: whoever reads it may act on it. */
  end(): void {
    this.#end ??= {};
    this.#wake();
  }

  /** It will never be complete. */
  fail(error: Error): void {
    this.#end ??= { error };
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncIterator<string> {
    for (;;) {
      const piece = this.#pieces.shift();
      if (piece !== undefined) {
        yield piece;
      } else if (this.#end) {
        if (this.#end.error) throw this.#end.error;
        return;
      } else {
        await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    }
  }
}
