import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { IncomingRequest } from '@loggia/access';
import type { Context } from 'hono';

/** The environment of a handler. Empty without a real connection, as in some tests. */
export type Environment = { Bindings: { readonly incoming?: IncomingMessage } };

/** The parts of a request that the guard checks, and the connection that it came over. */
export interface ArrivedRequest extends IncomingRequest {
  readonly socket?: Socket | undefined;
}

export function namesOf({ req, env }: Context<Environment>): ArrivedRequest {
  const { pathname, search } = new URL(req.url);
  return {
    headers: {
      host: req.header('host'),
      origin: req.header('origin'),
      authorization: req.header('authorization'),
    },
    // The target as it was sent: the URL made from it no longer tells whether it was a path.
    url: env?.incoming?.url ?? `${pathname}${search}`,
    socket: env?.incoming?.socket,
  };
}

/** The name and port under which we were reached. */
export function authorityOf({ req }: Context<Environment>): string {
  return req.header('host') ?? new URL(req.url).host;
}

/** A TLS proxy in front sets this header. Anybody else who sets it gets a document that matches no address of ours. */
export function schemeOf({ req }: Context<Environment>): string {
  return req.header('x-forwarded-proto') === 'https' ? 'https:' : new URL(req.url).protocol;
}

/** Whether the client is gone, so that resulting errors needn't be reported. */
export function isGone({ req, env }: Context<Environment>): boolean {
  return req.raw.signal.aborted || env?.incoming?.socket.destroyed === true;
}
