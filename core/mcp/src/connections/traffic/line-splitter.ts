const newline = 0x0a;
const carriageReturn = 0x0d;
const nothing = Buffer.alloc(0);
const smallest = 1024;

export interface Line {
  readonly bytes: Buffer;
  /** The line is longer than the limit; this is only its start. */
  readonly isCut: boolean;
}

/** Splits a stream of bytes into lines, and buffers no more of it than the limit. */
export class LineSplitter {
  readonly #limit: number;
  /** The line so far, in a growing buffer: many small pieces would take many times its size. */
  #held = nothing;
  #size = 0;
  #skipping = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The lines that end in this chunk, lazily. Each chunk must be consumed before the next. */
  *split(chunk: Buffer): Generator<Line, void, undefined> {
    let from = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, from)) {
      const line = this.#finish(chunk.subarray(from, end));
      if (line) yield line;
      from = end + 1;
    }
    const cut = from < chunk.length ? this.#hold(chunk.subarray(from)) : undefined;
    if (cut) yield cut;
  }

  /** The stream is over; a rest without a newline is a line as well. */
  *end(): Generator<Line, void, undefined> {
    if (this.#size === 0 && !this.#skipping) return;
    const line = this.#finish(nothing);
    if (line) yield line;
  }

  #finish(rest: Buffer): Line | undefined {
    if (this.#skipping) {
      this.#skipping = false;
      return undefined;
    }
    if (this.#size === 0 && rest.length <= this.#limit) return whole(rest);
    const cut = this.#hold(rest);
    this.#skipping = false;
    if (cut) return cut;
    const line = this.#held.subarray(0, this.#size);
    this.#clear();
    return whole(line);
  }

  /** Returns the line once it is too long. The rest of it is skipped. */
  #hold(part: Buffer): Line | undefined {
    if (this.#skipping) return undefined;
    const size = this.#size + part.length;
    if (size > this.#limit) {
      const bytes = Buffer.concat([this.#held.subarray(0, this.#size), part], this.#limit);
      this.#clear();
      this.#skipping = true;
      return { bytes, isCut: true };
    }
    if (size > this.#held.length) {
      const larger = Buffer.allocUnsafe(
        Math.min(this.#limit, Math.max(2 * this.#held.length, size, smallest)),
      );
      this.#held.copy(larger, 0, 0, this.#size);
      this.#held = larger;
    }
    part.copy(this.#held, this.#size);
    this.#size = size;
    return undefined;
  }

  #clear(): void {
    this.#held = nothing;
    this.#size = 0;
  }
}

function whole(line: Buffer): Line {
  return { bytes: line.at(-1) === carriageReturn ? line.subarray(0, -1) : line, isCut: false };
}
