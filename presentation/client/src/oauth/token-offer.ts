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

/** The host's answer to an empty token. */
export interface OfferAnswer {
  /** The host has deleted the token, but the authorization server didn't revoke it. */
  readonly unrevoked?: true;
}

/** Rejects with `HostError` where the host refuses the token; nothing has changed then. */
export type OfferToken = (offer: TokenOffer) => Promise<OfferAnswer>;

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
    const answer: { readonly _meta?: unknown } = await client.request('authenticate', params, { timeoutMs });
    const meta = (answer._meta ?? {}) as { readonly 'loggia.unrevoked'?: unknown };
    return meta['loggia.unrevoked'] === true ? { unrevoked: true } : {};
  };
}
