const newline = 0x0a;
const carriageReturn = 0x0d;

/**
 * Fetches, and breaks off an answer that is larger than the limit; of a stream of events, one event counts. The SDK reads
 * answers whole, so without this a server could fill the host's memory.
 */
export function boundedFetch(inner: typeof fetch, limit: number): typeof fetch {
  return async (input, init) => {
    const response = await inner(input, init);
    if (response.body === null || response.status === 0) return response;
    const isStream = response.headers.get('content-type')?.includes('event-stream') === true;
    const counter = isStream ? eventCounter() : totalCounter();
    const body = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          if (counter(chunk) <= limit) controller.enqueue(chunk);
          else controller.error(new AnswerTooLarge(limit));
        },
      }),
    );
    const { status, statusText, headers } = response;
    return new Response(body, { status, statusText, headers });
  };
}

export class AnswerTooLarge extends Error {
  constructor(limit: number) {
    super(`The server's answer is larger than ${Math.round(limit / 1024 / 1024)} MiB, so it was not read.`);
    this.name = 'AnswerTooLarge';
  }
}

function totalCounter(): (chunk: Uint8Array) => number {
  let total = 0;
  return (chunk) => (total += chunk.length);
}

/** Counts from the last empty line: that ends an event. */
function eventCounter(): (chunk: Uint8Array) => number {
  let size = 0;
  let lineIsEmpty = true;
  return (chunk) => {
    let largest = 0;
    for (const byte of chunk) {
      size += 1;
      if (byte === newline) {
        largest = Math.max(largest, size);
        if (lineIsEmpty) size = 0;
        lineIsEmpty = true;
      } else if (byte !== carriageReturn) lineIsEmpty = false;
    }
    return Math.max(largest, size);
  };
}
