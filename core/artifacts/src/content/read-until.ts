import { ProtocolError } from '@loggia/protocol';
import type { ByteSource } from './content-store.ts';

/** The chunks of a source. The signal ends it immediately, even while the source is blocked. */
export async function* readUntil(
  source: ByteSource,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  if (source instanceof Uint8Array) {
    if (signal?.aborted) throw cancelled();
    yield source;
    return;
  }
  const chunks = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await nextUnless(signal, chunks);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // Not awaited: a blocked source never answers.
    void chunks.return?.()?.catch(() => undefined);
  }
}

function cancelled(): ProtocolError {
  return new ProtocolError(
    'Unavailable',
    'The upload was interrupted, and nothing was stored. Send it again.',
  );
}

/**
 * Listens to the signal separately for each chunk: a single promise that all chunks race against would keep every one
 * of them in memory until the end, and so the whole content.
 */
function nextUnless(
  signal: AbortSignal | undefined,
  chunks: AsyncIterator<Uint8Array>,
): Promise<IteratorResult<Uint8Array>> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(cancelled());
    if (signal?.aborted) return stop();
    signal?.addEventListener('abort', stop, { once: true });
    chunks
      .next()
      .finally(() => signal?.removeEventListener('abort', stop))
      .then(resolve, reject);
    return undefined;
  });
}
