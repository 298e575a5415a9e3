import type { Environment } from '../environment.ts';
import type { Fetch } from './reach.ts';

const maxBytes = 1024 * 1024;
const withinMs = 30_000;

/** Ends: an authorization server may be slow or endless, by accident or on purpose. Redirects are not followed. */
export function carefulFetch(fetch: Fetch, environment: Environment, signal?: AbortSignal): Fetch {
  return async (url, init) => {
    const limit = new AbortController();
    const abort = (): void => limit.abort(signal?.reason);
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
    const stop = environment.after(withinMs, () => limit.abort(new Error('It took too long to answer.')));
    try {
      const response = await fetch(url, { ...init, redirect: 'manual', signal: limit.signal });
      const body = await readAtMost(response.body);
      const { status, statusText, headers } = response;
      // In browsers, an unfollowed redirect has status 0, which `Response` doesn't accept.
      if (status === 0) throw new Error('It answered with a redirect.');
      return new Response(body.byteLength > 0 ? body : null, { status, statusText, headers });
    } finally {
      stop();
      signal?.removeEventListener('abort', abort);
    }
  };
}

async function readAtMost(stream: ReadableStream<Uint8Array> | null): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = stream?.getReader();
  for (;;) {
    const part = await reader?.read();
    if (part === undefined || part.done) break;
    size += part.value.byteLength;
    if (size > maxBytes) {
      await reader?.cancel();
      throw new Error('Its answer is too long.');
    }
    chunks.push(part.value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}
