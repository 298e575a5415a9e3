import { oauthBodies, ProtocolError } from '@loggia/protocol';
import type { AuthorizationPost, PostedTo } from './authorization-servers.ts';

/** A client that an authorization server knows by name. Its secret never leaves the host. */
export interface RegisteredClient {
  readonly clientId: string;
  readonly clientSecret?: string;
  /** How it was registered to authenticate; by default, as the authorization server's metadata says. */
  readonly method?: string;
}

/** The ways of sending a secret that the host knows. */
export const secretMethods: ReadonlySet<string> = new Set(['client_secret_basic', 'client_secret_post']);

/** The grants for which a client can use a secret that it doesn't know. */
const lentFor: ReadonlySet<string | null> = new Set(['authorization_code', 'refresh_token']);

/** The client that a request is made for, if its form names one. */
export function clientIn(post: AuthorizationPost | undefined): string | undefined {
  if (post?.contentType !== oauthBodies.form) return undefined;
  return new URLSearchParams(post.body).get('client_id') ?? undefined;
}

/**
 * Adds the secret to a request for tokens, or for revoking one, that names the client and brings no credentials of its
 * own (RFC 6749, section 2.3.1). Every other request stays as it is.
 */
export function withClientSecret(
  post: AuthorizationPost,
  { role, authMethods, host }: PostedTo,
  client: RegisteredClient | undefined,
): AuthorizationPost {
  if (client?.clientSecret === undefined || post.authorization !== undefined) return post;
  if (role === 'registration' || clientIn(post) !== client.clientId) return post;
  const form = new URLSearchParams(post.body);
  if (form.has('client_secret')) return post;
  if (role === 'token' && !lentFor.has(form.get('grant_type'))) return post;
  const methods = client.method === undefined ? authMethods : [client.method];
  if (methods === undefined || methods.includes('client_secret_basic')) {
    form.delete('client_id');
    const credentials = `${encoded(client.clientId)}:${encoded(client.clientSecret)}`;
    return { ...post, body: form.toString(), authorization: `Basic ${btoa(credentials)}` };
  }
  if (methods.includes('client_secret_post')) {
    form.set('client_secret', client.clientSecret);
    return { ...post, body: form.toString() };
  }
  throw new ProtocolError(
    'Unavailable',
    `${host} supports no way of sending a client secret that Loggia knows. Register a public client there instead.`,
  );
}

/** As forms encode it; the result is ASCII. */
function encoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}
