import type { Pause } from './retry.ts';

const beatMs = 15_000;

/** Nothing has come for so long. */
export interface Silence {
  readonly type: 'silence';
  readonly ms: number;
}

/** The library's own parts, which come before anything of the model does. */
const beginnings: readonly string[] = ['start', 'start-step'];

/** The parts of a stream, with a sign of life for every quarter of a minute in which none comes. */
export async function* withHeartbeat<Part extends { readonly type: string }>(
  parts: AsyncIterable<Part>,
  pause: Pause,
): AsyncGenerator<Part | Silence> {
  const iterator = parts[Symbol.asyncIterator]();
  const stop = new AbortController();
  const beat = () =>
    pause(beatMs, stop.signal).then(
      () => 'beat' as const,
      () => 'beat' as const,
    );
  let next = beat();
  let isSilent = true;
  try {
    for (;;) {
      const coming = iterator.next();
      // It may fail after nobody waits for it any more.
      coming.catch(() => {});
      let silentMs = 0;
      for (;;) {
        const first = await Promise.race([coming, next]);
        if (first !== 'beat') {
          if (first.done) return;
          isSilent &&= beginnings.includes(first.value.type);
          yield first.value;
          break;
        }
        next = beat();
        if (isSilent) yield { type: 'silence', ms: (silentMs += beatMs) };
        isSilent = true;
      }
    }
  } finally {
    stop.abort();
    // Not awaited: it may wait for a part that only comes to an end when the caller aborts the request.
    iterator.return?.().catch(() => {});
  }
}

export function durationWords(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  return minutes > 0 ? `${minutes} min` : `${Math.round(ms / 1_000)} s`;
}
