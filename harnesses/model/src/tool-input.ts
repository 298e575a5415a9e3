/** The input of one call while the model writes it. One reader; it may start before, while or after it is written. */
export class ToolInput implements AsyncIterable<string, string | undefined> {
  readonly #pieces: string[] = [];
  #text = '';
  #end: { readonly error?: Error; readonly text?: string } | undefined;
  #wake: () => void = () => {};

  get isEmpty(): boolean {
    return this.#text === '';
  }

  /** Everything that was written so far. */
  get text(): string {
    return this.#text;
  }

  push(piece: string): void {
    if (piece === '' || this.#end) return;
    this.#text += piece;
    this.#pieces.push(piece);
    this.#wake();
  }

  /** The input is complete, so readers may act on it. `text` replaces what was written. */
  end(text?: string): void {
    this.#end ??= { ...(text !== undefined && { text }) };
    this.#wake();
  }

  /** It will never be complete. */
  fail(error: Error): void {
    this.#end ??= { error };
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string, string | undefined> {
    for (;;) {
      const piece = this.#pieces.shift();
      if (piece !== undefined) {
        yield piece;
      } else if (this.#end) {
        if (this.#end.error) throw this.#end.error;
        return this.#end.text;
      } else {
        await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    }
  }
}
