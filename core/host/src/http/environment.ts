import type { IncomingMessage } from 'node:http';
import type { IncomingRequest } from '@loggia/access';
import type { Context } from 'hono';

/** What a handler gets beside the request. Without a real connection, as in some tests, there is nothing. */
export type Environment = { Bindings: { readonly incoming?: IncomingMessage } };

/** As much of a request as the guard looks at. */
export function namesOf({ req, env }: Context<Environment>): IncomingRequest {
  const { pathname, search } = new URL(req.url);
  return {
    headers: {
      host: req.header('host'),
      origin: req.header('origin'),
      authorization: req.header('authorization'),
    },
    // The target as it was sent: the URL made from it no longer tells whether it was a path.
    url: env?.incoming?.url ?? `${pathname}${search}`,
  };
}

/** Name and port under which we were reached. */
export function authorityOf({ req }: Context<Environment>): string {
  return req.header('host') ?? new URL(req.url).host;
}

/** A proxy before us that does TLS says so. Whoever else says so gets a document that fits no address of ours. */
export function schemeOf({ req }: Context<Environment>): string {
  return req.header('x-forwarded-proto') === 'https' ? 'https:' : new URL(req.url).protocol;
}

/** Nobody waits for an answer any more, so nothing that went wrong because of that is worth a word. */
export function isGone({ req, env }: Context<Environment>): boolean {
  return req.raw.signal.aborted || env?.incoming?.socket.destroyed === true;
}
