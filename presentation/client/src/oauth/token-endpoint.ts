import {
  ClientSecretBasic,
  ClientSecretPost,
  None,
  processRefreshTokenResponse,
  processRevocationResponse,
  refreshTokenGrantRequest,
  revocationRequest,
  type AuthorizationServer,
  type ClientAuth,
  type TokenEndpointResponse,
} from 'oauth4webapi';
import { addressesFor } from './addresses.ts';
import { requestOptions } from './discovery.ts';
import type { Grant } from './grant.ts';
import type { Fetch } from './reach.ts';
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

export type Tokens = Pick<Grant, 'accessToken' | 'issuedAt' | 'expiresAt' | 'refreshToken' | 'scopes'>;

/** RFC 6749 §5.1: who is not told which scopes were granted got those that were asked for. */
export function readTokens(answer: TokenEndpointResponse, asked: readonly string[], now: number): Tokens {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds, scope } = answer;
  if (answer.token_type !== 'bearer') throw new Error('its token is not one to bear');
  return {
    accessToken,
    issuedAt: now,
    scopes: scope === undefined ? asked : readScopes(scope),
    ...(seconds !== undefined && { expiresAt: now + seconds * 1000 }),
    ...(refreshToken !== undefined && { refreshToken }),
  };
}

/** Renews a grant. The old refresh token stays where no new one comes. */
export async function renew(grant: Grant, refreshToken: string, fetch: Fetch, now: number): Promise<Grant> {
  const { expiresAt: _, ...lasting } = grant;
  const [server, client] = partiesOf(grant);
  const response = await refreshTokenGrantRequest(server, client, clientAuth(grant), refreshToken, {
    ...requestOptions(fetch),
    additionalParameters: { resource: grant.resource },
  });
  const answer = await processRefreshTokenResponse(server, client, response);
  return { ...lasting, ...readTokens(answer, grant.scopes, now) };
}

/** RFC 7009. Rejects when the authorization server cannot be told. */
export async function revoke(grant: Grant, fetch: Fetch): Promise<void> {
  const [server, client] = partiesOf(grant);
  // The refresh token first: with it goes, at most servers, all that came of it.
  for (const token of [grant.refreshToken, grant.accessToken]) {
    if (token === undefined) continue;
    const response = await revocationRequest(server, client, clientAuth(grant), token, requestOptions(fetch));
    await processRevocationResponse(response);
  }
}

function partiesOf(grant: Grant): [AuthorizationServer, { client_id: string }] {
  const check = addressesFor(grant.resource);
  const { issuer, tokenEndpoint, revocationEndpoint, clientId } = grant;
  check(tokenEndpoint, 'token endpoint');
  if (revocationEndpoint !== undefined) check(revocationEndpoint, 'revocation endpoint');
  const server: AuthorizationServer = {
    issuer,
    token_endpoint: tokenEndpoint,
    ...(revocationEndpoint !== undefined && { revocation_endpoint: revocationEndpoint }),
  };
  return [server, { client_id: clientId }];
}
