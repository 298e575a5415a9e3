import { TransportRefused } from './transport.ts';

export interface TicketOptions {
  /** The host's origin, such as `https://loggia.example`. */
  readonly origin: string;
  /** The token, or the key of this browser. */
  readonly credential: string;
  readonly fetch?: typeof globalThis.fetch;
}

/**
 * Exchanges a credential for a ticket that opens one WebSocket. Unlike a refused upgrade, which browsers don't explain,
 * this tells a wrong credential (final) from a host that can't be reached (try again).
 */
export async function connectionTicket(
  { origin, credential, fetch = globalThis.fetch }: TicketOptions,
  signal?: AbortSignal,
): Promise<string> {
  const answer = await fetch(new URL('/ticket', origin), {
    method: 'POST',
    headers: { Authorization: `Bearer ${credential}` },
    body: JSON.stringify({ for: 'connection' }),
    credentials: 'omit',
    ...(signal && { signal }),
  });
  if (answer.status === 401 || answer.status === 403) {
    throw new TransportRefused('unauthorized', 'The host no longer accepts this sign-in. Sign in again.');
  }
  const { ticket } = answer.ok ? ((await answer.json()) as { readonly ticket?: unknown }) : {};
  if (typeof ticket === 'string') return ticket;
  throw new Error(`The host gave no ticket for a connection (${answer.status}).`);
}
