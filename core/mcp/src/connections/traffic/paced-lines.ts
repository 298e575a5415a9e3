import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { LineSplitter, type Line } from './line-splitter.ts';
import type { StreamWatch } from './stream-watch.ts';
import { turnShare } from './turn-share.ts';

export interface LineHandler {
  /** Bytes have arrived, of whatever line. */
  read(bytes: number): void;
  /** The next line waits until the promise, if there is one, has resolved. */
  handle(line: Line): Promise<void> | undefined;
  /** How long to wait before the next line is handled, in milliseconds. */
  holdMs(): number;
}

/**
 * Reads a stream line by line: a few in each turn of the event loop, and no faster than its handler allows. While lines
 * wait, the stream is paused, so that the writer has to wait too. It buffers at most one chunk, apart from an
 * incomplete line.
 */
export class PacedLines {
  readonly #stream: Readable;
  readonly #watch: StreamWatch;
  readonly #handler: LineHandler;
  readonly #splitter: LineSplitter;
  #lines: Iterator<Line> | undefined;
  /** When everything received so far was handled. */
  #idleSince = performance.now();
  #isHandling = false;
  #stopped = false;

  constructor(stream: Readable, limit: number, watch: StreamWatch, handler: LineHandler) {
    this.#stream = stream;
    this.#watch = watch;
    this.#handler = handler;
    this.#splitter = new LineSplitter(limit);
    stream.on('data', (chunk: Buffer) => {
      if (this.#stopped) return;
      watch.waited(performance.now() - this.#idleSince);
      handler.read(chunk.length);
      this.#lines = this.#splitter.split(chunk);
      this.#handleAll();
    });
    stream.on('end', () => {
      if (!this.#stopped) for (const line of this.#splitter.end()) void handler.handle(line);
    });
  }

  /** Further output is read and dropped, so that the writer can finish. */
  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#lines = undefined;
    this.#stream.resume();
  }

  /** Synchronous as long as nothing has to wait: most chunks are one line, and latency matters. */
  #handleAll(): void {
    for (;;) {
      const restMs = this.#isHandling ? this.#watch.handled() : 0;
      this.#isHandling = false;
      const holdMs = Math.max(restMs, this.#handler.holdMs());
      if (holdMs > 0) return void this.#resumeAfter(wait(holdMs, undefined, { ref: false }));
      if (this.#lines === undefined) break;
      const later = turnShare.next();
      if (later !== undefined) return void this.#resumeAfter(later);
      const { done, value } = this.#lines.next();
      if (done === true) {
        this.#lines = undefined;
        continue;
      }
      this.#isHandling = true;
      this.#watch.handles();
      const handled = this.#handler.handle(value);
      if (handled !== undefined) return void this.#resumeAfter(handled);
    }
    this.#idleSince = performance.now();
    if (this.#stream.isPaused()) this.#stream.resume();
    return undefined;
  }

  async #resumeAfter(ready: Promise<unknown>): Promise<void> {
    this.#stream.pause();
    await ready;
    if (!this.#stopped) this.#handleAll();
  }
}
