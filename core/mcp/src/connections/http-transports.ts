import { SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { ServerTransport } from '../definition.ts';
import { AuthNeeded } from '../failures.ts';
import { StartFailure } from './start-failure.ts';

export type HttpDefinition = Exclude<ServerTransport, { kind: 'stdio' }>;
export type HttpTransport = StreamableHTTPClientTransport | SSEClientTransport;

/** Redirects stay within the origin: the SDK follows no other, and a token must not travel. */
export function httpTransport(
  kind: 'http' | 'sse',
  definition: HttpDefinition,
  fetchWith: typeof fetch,
): HttpTransport {
  const url = addressOf(definition);
  const options = { fetch: fetchWith, requestInit: { headers: { ...definition.headers } } };
  return kind === 'http'
    ? new StreamableHTTPClientTransport(url, options)
    : new SSEClientTransport(url, options);
}

function addressOf({ url }: HttpDefinition): URL {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol === 'http:' || parsed?.protocol === 'https:') return parsed;
  throw new StartFailure('The "url" is no address of a server. It has to begin with http:// or https://.', {
    lasting: true,
  });
}

/** Remembers the last demand for a sign-in: not every path through the SDK hands on what `fetch` threw. */
export class WatchedFetch {
  #authNeeded: AuthNeeded | undefined;
  readonly fetch: typeof fetch;

  constructor(inner: typeof fetch) {
    this.fetch = async (input, init) => {
      try {
        return await inner(input, init);
      } catch (error) {
        if (error instanceof AuthNeeded) this.#authNeeded = error;
        throw error;
      }
    };
  }

  get authNeeded(): AuthNeeded | undefined {
    return this.#authNeeded;
  }
}
