import {
  ClientSecretBasic,
  ClientSecretPost,
  None,
  type ClientAuth,
  type TokenEndpointResponse,
} from 'oauth4webapi';
import type { Grant } from './grant.ts';
import type { ClientAuthMethod } from './registration.ts';
import { readScopes } from './scopes.ts';

export interface ClientCredentials {
  readonly clientAuthMethod: ClientAuthMethod;
  readonly clientSecret?: string;
}

export function clientAuth({ clientAuthMethod, clientSecret = '' }: ClientCredentials): ClientAuth {
  if (clientAuthMethod === 'none') return None();
  return clientAuthMethod === 'client_secret_post'
    ? ClientSecretPost(clientSecret)
    : ClientSecretBasic(clientSecret);
}

export type Tokens = Pick<Grant, 'accessToken' | 'issuedAt' | 'expiresAt' | 'scopes'>;

/** RFC 6749 §5.1: without a scope in the answer, the requested scopes were granted. */
export function readTokens(answer: TokenEndpointResponse, asked: readonly string[], now: number): Tokens {
  const { access_token: accessToken, expires_in: seconds, scope } = answer;
  if (answer.token_type !== 'bearer') throw new Error('its token is not a bearer token');
  return {
    accessToken,
    issuedAt: now,
    scopes: scope === undefined ? asked : readScopes(scope),
    ...(seconds !== undefined && { expiresAt: now + seconds * 1000 }),
  };
}
