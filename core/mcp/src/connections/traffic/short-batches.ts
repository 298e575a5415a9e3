const openingBracket = 0x5b;
/** White space and the bytes of a byte order mark. */
const ignored: readonly number[] = [0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf];
const mostBytes = 64 * 1024;

/**
 * A JSON response, unless it is a long batch. The SDK handles all messages of a batch at once, which no guard could
 * slow down; batches are obsolete, and a short one is harmless.
 */
export function withoutLongBatches(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  let isBatch: boolean | undefined;
  let size = 0;
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.length;
        const first = isBatch === undefined ? chunk.find((byte) => !ignored.includes(byte)) : undefined;
        if (first !== undefined) isBatch = first === openingBracket;
        if (isBatch !== true || size <= mostBytes) controller.enqueue(chunk);
        else controller.error(new Error('The server sent too many messages in one batch, so none was read.'));
      },
    }),
  );
}
