const newline = 0x0a;
const carriageReturn = 0x0d;

export interface LineListener {
  line(line: Buffer): void;
  /** A line went over the limit. `start` is how it begins; the rest of it is passed over. */
  tooLong(start: Buffer): void;
}

/** Cuts a stream of bytes into lines, and holds no more of it than the limit. */
export class LineSplitter {
  readonly #limit: number;
  readonly #listener: LineListener;
  #parts: Buffer[] = [];
  #size = 0;
  #skipping = false;

  constructor(limit: number, listener: LineListener) {
    this.#limit = limit;
    this.#listener = listener;
  }

  push(chunk: Buffer): void {
    let from = 0;
    for (;;) {
      const end = chunk.indexOf(newline, from);
      if (end === -1) break;
      this.#add(chunk.subarray(from, end));
      this.#finish();
      from = end + 1;
    }
    if (from < chunk.length) this.#add(chunk.subarray(from));
  }

  /** The stream is over; what has no newline is a line as well. */
  end(): void {
    if (this.#size > 0 || this.#skipping) this.#finish();
  }

  #add(part: Buffer): void {
    if (this.#skipping || part.length === 0) return;
    this.#parts.push(part);
    this.#size += part.length;
    if (this.#size <= this.#limit) return;
    const start = Buffer.concat(this.#parts, this.#limit);
    this.#clear();
    this.#skipping = true;
    this.#listener.tooLong(start);
  }

  #finish(): void {
    if (this.#skipping) {
      this.#skipping = false;
      return;
    }
    const line = this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts, this.#size);
    this.#clear();
    this.#listener.line(line.at(-1) === carriageReturn ? line.subarray(0, -1) : line);
  }

  #clear(): void {
    this.#parts = [];
    this.#size = 0;
  }
}
