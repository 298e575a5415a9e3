import { randomUUID } from 'node:crypto';
import { OAuthFailure } from './oauth-failure.ts';

export type AuthMethod = 'none' | 'client_secret_basic' | 'client_secret_post';

export interface KnownClient {
  readonly clientId: string;
  readonly clientSecret?: string;
  readonly authMethod: AuthMethod;
  readonly redirectUris: readonly string[];
  readonly name: string;
}

/** The clients of an authorization server, however they were registered. */
export class ClientBook {
  readonly #clients = new Map<string, KnownClient>();

  add(client: KnownClient): KnownClient {
    this.#clients.set(client.clientId, client);
    return client;
  }

  remove(clientId: string): void {
    this.#clients.delete(clientId);
  }

  get(clientId: string): KnownClient | undefined {
    return this.#clients.get(clientId);
  }

  get ids(): readonly string[] {
    return [...this.#clients.keys()];
  }

  /** RFC 7591, with the type of application that OpenID Connect's registration and MCP require. */
  register(metadata: Readonly<Record<string, unknown>>): KnownClient {
    const { redirect_uris: redirectUris, client_name: name, token_endpoint_auth_method: method } = metadata;
    if (!isTexts(redirectUris) || redirectUris.length === 0) {
      throw new OAuthFailure('invalid_redirect_uri', 'redirect_uris is missing');
    }
    const type = metadata['application_type'];
    const isWeb = redirectUris.every(
      (uri) => uri.startsWith('https://') && !/^https:\/\/localhost\b/.test(uri),
    );
    if (type !== (isWeb ? 'web' : 'native')) {
      throw new OAuthFailure('invalid_client_metadata', 'application_type does not fit the redirect_uris');
    }
    const authMethod = method === 'none' || method === 'client_secret_post' ? method : 'client_secret_basic';
    return this.add({
      clientId: `registered-${randomUUID()}`,
      authMethod,
      redirectUris,
      name: typeof name === 'string' ? name : 'Unnamed',
      ...(authMethod !== 'none' && { clientSecret: `secret-${randomUUID()}` }),
    });
  }

  /** RFC 6749 §2.3: the client must use its registered method, and no other. */
  authenticate(form: URLSearchParams, authorization: string | null): KnownClient {
    const basic = authorization?.startsWith('Basic ') ? readBasic(authorization.slice(6)) : undefined;
    const client = this.#clients.get(basic?.id ?? form.get('client_id') ?? '');
    const refusal = new OAuthFailure(
      'invalid_client',
      'the client is not known or did not authenticate',
      401,
    );
    if (client === undefined) throw refusal;
    const came: AuthMethod = basic
      ? 'client_secret_basic'
      : form.has('client_secret')
        ? 'client_secret_post'
        : 'none';
    const secret = basic?.secret ?? form.get('client_secret') ?? undefined;
    if (came !== client.authMethod || secret !== client.clientSecret) throw refusal;
    return client;
  }
}

/** RFC 8252 §7.3: on loopback, any port is allowed. */
export function redirectAllowed(client: KnownClient, redirectUri: string): boolean {
  return client.redirectUris.some(
    (registered) => registered === redirectUri || portless(registered) === portless(redirectUri),
  );
}

function portless(uri: string): string | undefined {
  const url = URL.canParse(uri) ? new URL(uri) : undefined;
  const loopback = url?.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
  // Never equal to another.
  if (!url || !loopback) return `${uri} as it is`;
  url.port = '';
  return url.href;
}

export function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}

function readBasic(encoded: string): { id: string; secret: string } {
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));
  return { id: decode(id), secret: decode(secret) };
}
