import { ProtocolError } from '@loggia/protocol';
import type { ByteSource } from './content-store.ts';

/** The chunks of a source. The signal ends it at once, also while the source keeps everybody waiting. */
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
    // Not waited for: a source that is stuck never answers.
    void chunks.return?.()?.catch(() => undefined);
  }
}

function cancelled(): ProtocolError {
  return new ProtocolError('Unavailable', 'The upload was cut off. Nothing was kept of it; send it again.');
}

/**
 * Listens to the signal anew for each chunk: one promise that all chunks race against would hold on to every one of
 * them until the end, and so to the whole content.
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
