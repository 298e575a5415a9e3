import { setTimeout as wait } from 'node:timers/promises';
import { AnswerTooLarge } from './answer-too-large.ts';
import type { MessageGuard } from './message-guard.ts';
import { turnShare } from './turn-share.ts';

const newline = 0x0a;
const carriageReturn = 0x0d;

type Body = ReadableStream<Uint8Array>;

/**
 * The events of a stream, passed on one at a time: a few in each turn of the event loop, and no faster than the guard
 * allows. Nothing is read ahead, so a faster server has to wait.
 */
export function pacedEvents(body: Body, limit: number, guard: MessageGuard): Body {
  const reader = body.getReader();
  const events = new EventSplitter();
  const watch = guard.watch();
  let chunk: Uint8Array | undefined;
  let isHandling = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const restMs = isHandling ? watch.handled() : 0;
        isHandling = false;
        const holdMs = Math.max(restMs, guard.holdMs);
        if (holdMs > 0) await wait(holdMs, undefined, { ref: false });
        await turnShare.next();
        while (chunk === undefined) {
          const idleSince = performance.now();
          const { done, value } = await reader.read();
          watch.waited(performance.now() - idleSince);
          if (done) return controller.close();
          guard.read(value.length);
          if (value.length > 0) chunk = value;
        }
        const end = events.endOfNext(chunk);
        if (events.size > limit) {
          guard.noise();
          controller.error(new AnswerTooLarge(limit));
          void reader.cancel().catch(() => {});
          return undefined;
        }
        isHandling = events.size === 0;
        if (isHandling) guard.readLine();
        watch.handles();
        controller.enqueue(chunk.subarray(0, end));
        chunk = end < chunk.length ? chunk.subarray(end) : undefined;
        return undefined;
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** A body that is read as a whole, up to the limit. */
export function boundedBody(body: Body, limit: number): Body {
  let total = 0;
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        total += chunk.length;
        if (total <= limit) controller.enqueue(chunk);
        else controller.error(new AnswerTooLarge(limit));
      },
    }),
  );
}

/** Finds the ends of events: an empty line, with any of the three line endings. */
class EventSplitter {
  #lineIsEmpty = true;
  #endedWithReturn = false;
  /** The size of the event so far. */
  size = 0;

  /** The end of the event in this chunk, or of the chunk. */
  endOfNext(chunk: Uint8Array): number {
    const hasReturns = chunk.includes(carriageReturn);
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      const isSecondHalf = byte === newline && this.#endedWithReturn;
      this.#endedWithReturn = byte === carriageReturn;
      if (isSecondHalf) continue;
      if (byte === newline || byte === carriageReturn) {
        if (this.#lineIsEmpty) {
          this.size = 0;
          return at + 1;
        }
        this.#lineIsEmpty = true;
        continue;
      }
      this.#lineIsEmpty = false;
      if (hasReturns) continue;
      const end = chunk.indexOf(newline, at);
      if (end === -1) break;
      at = end - 1;
    }
    this.size += chunk.length;
    return chunk.length;
  }
}
