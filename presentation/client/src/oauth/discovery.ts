import { assumedOAuthPaths, type ProtectedResourceMetadata } from '@loggia/protocol';
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

/** Options for every request of the library. Addresses are checked before, more strictly than it would. */
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
 * Reads an issuer's metadata. Metadata in somebody else's name is refused, and so is an authorization server without
 * PKCE: without it, anybody who intercepts the answer gets the token. If a resource names itself and has no metadata, it
 * is of the revision that had fixed endpoints instead and required PKCE.
 */
export async function discover(
  issuer: string,
  resource: string,
  check: CheckAddress,
  fetch: Fetch,
): Promise<AuthorizationServer> {
  const url = check(issuer, 'authorization server');
  const server = (await readMetadata(url, fetch)) ?? assumedFor(url, resource);
  if (server.code_challenge_methods_supported?.includes('S256') !== true) {
    throw new SignInError(
      'unsupported',
      `The authorization server ${url.host} does not offer PKCE with S256, without which signing in is not safe. Ask its operator to turn it on.`,
    );
  }
  check(server.authorization_endpoint, 'authorization endpoint');
  check(server.token_endpoint, 'token endpoint');
  return server;
}

/** Undefined if there is none at any of its addresses. */
async function readMetadata(issuer: URL, fetch: Fetch): Promise<AuthorizationServer | undefined> {
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
    if (response.status !== 200) {
      const isMissing = response.status >= 400 && response.status < 500;
      if (!isMissing) problem ??= withoutMetadata(issuer);
      continue;
    }
    try {
      return await processDiscoveryResponse(issuer, response);
    } catch {
      throw new SignInError(
        'untrusted',
        `The answer from ${address} is not the metadata of ${issuer.href}. Ask its operator to correct it.`,
      );
    }
  }
  if (problem) throw problem;
  return undefined;
}

function assumedFor(issuer: URL, resource: string): AuthorizationServer {
  const { origin, pathname } = issuer;
  const isItself = URL.canParse(resource) && new URL(resource).origin === origin && pathname === '/';
  if (!isItself) throw withoutMetadata(issuer);
  return {
    issuer: origin,
    authorization_endpoint: `${origin}${assumedOAuthPaths.authorization}`,
    token_endpoint: `${origin}${assumedOAuthPaths.token}`,
    registration_endpoint: `${origin}${assumedOAuthPaths.registration}`,
    code_challenge_methods_supported: ['S256'],
  };
}

function withoutMetadata({ href }: URL): SignInError {
  return new SignInError(
    'unreachable',
    `The authorization server ${href} has no metadata where the standards put it. Check the server's address, or ask its operator.`,
  );
}
