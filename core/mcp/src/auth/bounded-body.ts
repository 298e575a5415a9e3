/** The whole body as text, or undefined if it is longer than allowed; then the rest isn't read. */
export async function readBounded(response: Response, maxBytes: number): Promise<string | undefined> {
  if (response.body === null) return '';
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      await reader.cancel().catch(() => {});
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** Cancels an unread body, which frees the connection however much is still to come. */
export async function discard(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => {});
}
