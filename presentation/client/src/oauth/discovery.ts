import type { ProtectedResourceMetadata } from '@loggia/protocol';
import {
  customFetch,
  allowInsecureRequests,
  discoveryRequest,
  processDiscoveryResponse,
  type AuthorizationServer,
} from 'oauth4webapi';
import type { CheckAddress } from './addresses.ts';
import { problemOf } from './oauth-problem.ts';
import type { Fetch } from './reach.ts';
import { SignInError } from './sign-in-error.ts';

/** What every request of the library gets. Addresses are checked before, more strictly than it would. */
export function requestOptions(fetch: Fetch) {
  return {
    [allowInsecureRequests]: true,
    [customFetch]: (url: string, init: { body?: unknown; method: string; headers: Record<string, string> }) =>
      fetch(url, init as RequestInit),
  };
}

/** Which authorization servers a resource names. Older servers name none and are their own. */
export function issuersOf({ authorization_servers: named, resource }: ProtectedResourceMetadata): string[] {
  if (named && named.length > 0) return named;
  return URL.canParse(resource) ? [new URL(resource).origin] : [];
}

/** Where an issuer's metadata may be, in the order in which MCP wants it looked for. */
function metadataAddresses(issuer: URL): string[] {
  const path = issuer.pathname.replace(/\/$/, '');
  const { origin } = issuer;
  const addresses = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
  return [...new Set(addresses)];
}

/**
 * Reads an issuer's metadata. Metadata in somebody else's name is not used, and neither is an authorization server
 * without PKCE: without it, whoever intercepts the answer has the token.
 */
export async function discover(
  issuer: string,
  check: CheckAddress,
  fetch: Fetch,
): Promise<AuthorizationServer> {
  const url = check(issuer, 'authorization server');
  const server = await readMetadata(url, fetch);
  if (server.code_challenge_methods_supported?.includes('S256') !== true) {
    throw new SignInError(
      'unsupported',
      `The authorization server ${url.host} does not offer PKCE with S256, without which signing in is not safe. Ask who runs it to turn it on.`,
    );
  }
  check(server.authorization_endpoint, 'authorization endpoint');
  check(server.token_endpoint, 'token endpoint');
  return server;
}

async function readMetadata(issuer: URL, fetch: Fetch): Promise<AuthorizationServer> {
  let problem: SignInError | undefined;
  for (const address of metadataAddresses(issuer)) {
    const at: Fetch = (_, init) => fetch(address, init);
    let response: Response;
    try {
      response = await discoveryRequest(issuer, requestOptions(at));
    } catch (error) {
      problem ??= problemOf(error, `asking ${issuer.host} how to sign in`, 'unreachable');
      continue;
    }
    if (response.status !== 200) continue;
    try {
      return await processDiscoveryResponse(issuer, response);
    } catch {
      throw new SignInError(
        'untrusted',
        `What ${address} says is not the metadata of ${issuer.href}. Ask who runs it to correct it.`,
      );
    }
  }
  throw (
    problem ??
    new SignInError(
      'unreachable',
      `The authorization server ${issuer.href} has no metadata where the standards put it. Check the server's address, or ask who runs it.`,
    )
  );
}
