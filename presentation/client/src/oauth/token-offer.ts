import { rootUri } from '@loggia/protocol';
import type { AhpClient } from '../ahp-client.ts';

/** A token for the host, as `authenticate` takes it. */
export interface TokenOffer {
  /** The id of the server's declaration: two that name the same resource share no token. */
  readonly server: string;
  readonly resource: string;
  /** Empty revokes. */
  readonly token: string;
  /** Seconds. */
  readonly expiresIn?: number;
  readonly scopes?: readonly string[];
}

/** Rejects with `HostError` where the host refuses the token; nothing has changed then. */
export type OfferToken = (offer: TokenOffer) => Promise<void>;

/** The host tries the token at the server, which may be slow. */
const timeoutMs = 60_000;

export function offerTo(client: Pick<AhpClient, 'request'>): OfferToken {
  return async ({ server, resource, token, expiresIn, scopes }) => {
    const params = {
      channel: rootUri,
      resource,
      token,
      ...(expiresIn !== undefined && { expiresIn }),
      ...(scopes && { scopes: [...scopes] }),
      _meta: { 'loggia.server': server },
    };
    await client.request('authenticate', params, { timeoutMs });
  };
}
