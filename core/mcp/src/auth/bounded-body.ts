/** The whole body as text, or undefined where it is longer than allowed; then the rest is not read. */
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

/** Nobody reads it: the connection is given back, however much is still to come. */
export async function discard(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => {});
}
