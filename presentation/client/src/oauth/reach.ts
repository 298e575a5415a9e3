import { oauthBodies } from '@loggia/protocol';
import type { AhpClient } from '../ahp-client.ts';
import { HostError } from '../errors.ts';
import { ask, type ExtensionParams } from '../extensions.ts';
import { SignInError } from './sign-in-error.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** An authorization server, and the resource that names it. */
export interface AuthorizationParty {
  readonly resource: string;
  readonly issuer: string;
}

/** How requests get to an authorization server. */
export type Reach = (party: AuthorizationParty) => Fetch;

/** From here. In a browser, the authorization server has to allow requests from other origins (CORS). */
export const directly: Reach = () => (url, init) => fetch(url, init);

/**
 * Through the host, for pages that may connect to nothing else. The host sends requests only to authorization servers
 * that one of its servers names, and only while that one runs or if it has asked there before.
 */
export function throughHost(client: AhpClient): Reach {
  return ({ resource, issuer }) =>
    async (url, { body, headers, signal }) => {
      const post = postOf(body, new Headers(headers).get('authorization'));
      const params = { resource, issuer, url, ...(post && { post }) };
      try {
        const answer = await ask(client, 'x-loggia/askAuthorizationServer', params, {
          ...(signal && { signal }),
        });
        return responseOf(answer);
      } catch (error) {
        // The host's sentence already says what to do.
        throw error instanceof HostError ? new SignInError('unreachable', error.message) : error;
      }
    };
}

/** Forms and JSON are all that OAuth sends. */
function postOf(
  body: RequestInit['body'],
  authorization: string | null,
): ExtensionParams<'x-loggia/askAuthorizationServer'>['post'] {
  const credentials = authorization === null ? {} : { authorization };
  if (body instanceof URLSearchParams) {
    return { contentType: oauthBodies.form, body: body.toString(), ...credentials };
  }
  return typeof body === 'string' ? { contentType: oauthBodies.json, body, ...credentials } : undefined;
}

function responseOf(answer: {
  readonly status: number;
  readonly contentType?: string | undefined;
  readonly wwwAuthenticate?: string | undefined;
  readonly body: string;
}): Response {
  const { status, contentType, wwwAuthenticate, body } = answer;
  const headers = {
    ...(contentType !== undefined && { 'content-type': contentType }),
    ...(wwwAuthenticate !== undefined && { 'www-authenticate': wwwAuthenticate }),
  };
  return new Response(body === '' ? null : body, { status, headers });
}
