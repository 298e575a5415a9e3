import { printable } from './printable.ts';

/** Text that comes in pieces, made harmless. A character that a piece cuts in two is kept until the rest is there. */
export class PrintableStream {
  #kept = '';

  push(piece: string): string {
    const text = this.#kept + piece;
    // The first half of a surrogate pair, or of the end of a line.
    const cut = /[\ud800-\udbff\r]$/.test(text) ? text.length - 1 : text.length;
    this.#kept = text.slice(cut);
    return printable(text.slice(0, cut));
  }

  end(): string {
    const rest = this.#kept;
    this.#kept = '';
    return printable(rest);
  }
}
