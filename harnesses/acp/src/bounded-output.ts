/** How much of what a process writes is kept, in characters. */
const most = 16_384;

/** The end of what a process wrote outside of the protocol. */
export class BoundedOutput {
  #text = '';

  add(text: string): void {
    this.#text = (this.#text + text).slice(-most);
  }

  get text(): string {
    return this.#text;
  }

  /** The last line with something in it, short enough for a sentence. */
  get lastLine(): string | undefined {
    const lines = this.#text
      .split(/\r?\n/)
      .map((line) => line.replaceAll(/\p{Cc}+(?:\[[0-9;]*m)?/gu, ' ').trim());
    return lines.findLast((line) => line !== '')?.slice(0, 300);
  }
}
