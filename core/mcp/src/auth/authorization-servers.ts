import type { Scheduler } from '@loggia/kernel';
import { assumedOAuthPaths, oauthBodies, ProtocolError } from '@loggia/protocol';
import { discard, readBounded } from './bounded-body.ts';
import { withDeadline } from './deadline.ts';
import { mayLeadTo, parseHttpUrl } from './resource-name.ts';

/** One request of a sign-in, sent on behalf of a client that can't send it itself. */
export interface AuthorizationRequest {
  /** The resource of the sign-in, as the server named it. */
  readonly resource: string;
  readonly issuer: string;
  /** A possible address of the issuer's metadata, or an endpoint that its metadata names. */
  readonly url: string;
  /** Absent: reads the metadata. */
  readonly post?: AuthorizationPost | undefined;
}

export interface AuthorizationPost {
  readonly contentType: string;
  readonly body: string;
  readonly authorization?: string | undefined;
}

/** An endpoint of an authorization server, as its metadata describes it. */
export interface PostedTo {
  readonly role: 'registration' | 'token' | 'revocation';
  readonly address: string;
  readonly host: string;
  /** How clients may authenticate; undefined if the metadata doesn't say. */
  readonly authMethods: readonly string[] | undefined;
  readonly revocationEndpoint: string | undefined;
}

/** Changes what passes through: secrets of the host are added on the way out and taken out on the way in. */
export interface Broker {
  outgoing(post: AuthorizationPost, to: PostedTo): Promise<AuthorizationPost>;
  incoming(answer: AuthorizationAnswer, post: AuthorizationPost, to: PostedTo): Promise<AuthorizationAnswer>;
}

/** The parts of a response that OAuth uses. */
export interface AuthorizationAnswer {
  readonly status: number;
  readonly contentType?: string;
  readonly wwwAuthenticate?: string;
  readonly body: string;
}

export interface AuthorizationPorts {
  readonly fetch: typeof fetch;
  readonly scheduler: Scheduler;
}

type Send = (
  address: string,
  init?: Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> },
) => Promise<AuthorizationAnswer>;

const withinMs = 20_000;
const mostBytes = 262_144;
const roles = ['registration', 'token', 'revocation'] as const;

/**
 * Sends the request. `endpoint` is the server that names the issuer. The caller can only use addresses that follow from
 * the issuer: its metadata can be read, and the endpoints in it can be posted to. If a server names itself and has no
 * metadata, these are the ones that servers had before there was any. Only the broker adds credentials of the host, and no
 * redirect is followed. Throws PermissionDenied for any other address, Unavailable if there is no usable answer.
 */
export async function askAuthorizationServer(
  { fetch, scheduler }: AuthorizationPorts,
  endpoint: URL,
  { issuer, url, post }: AuthorizationRequest,
  broker: Broker,
): Promise<AuthorizationAnswer> {
  const place = addressOf(issuer, endpoint);
  const { href: address } = addressOf(url, endpoint);
  const { host } = place;
  try {
    return await withDeadline(scheduler, withinMs, async (signal) => {
      const send: Send = async (to, { headers, ...init } = {}) =>
        read(
          await fetch(to, {
            ...init,
            headers: { accept: oauthBodies.json, ...headers },
            redirect: 'manual',
            credentials: 'omit',
            signal,
          }),
        );
      if (post === undefined) {
        if (!metadataAddresses(place).includes(address)) throw notIts(address, host);
        return await send(address);
      }
      const to = await endpointAt(address, place, endpoint, send);
      if (to === undefined) throw notIts(address, host);
      const outgoing = await broker.outgoing(post, to);
      const { contentType, body, authorization } = outgoing;
      const headers = { 'content-type': contentType, ...(authorization !== undefined && { authorization }) };
      return await broker.incoming(await send(address, { method: 'POST', headers, body }), outgoing, to);
    });
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    // The error itself may quote the request.
    throw new ProtocolError('Unavailable', `${host} does not answer. Try again later.`);
  }
}

function addressOf(address: string, endpoint: URL): URL {
  const url = parseHttpUrl(address);
  if (url !== undefined && mayLeadTo(url, endpoint)) return url;
  throw new ProtocolError(
    'PermissionDenied',
    "The authorization server must be reached by https, and may be on this machine only if the server is. Ask the server's operator to correct its metadata.",
  );
}

function notIts(url: string, host: string): ProtocolError {
  return new ProtocolError(
    'PermissionDenied',
    `${JSON.stringify(url.slice(0, 300))} is not an address of the authorization server ${host}. Use one that its metadata names.`,
  );
}

/** RFC 8414, then OpenID Connect with the path of the issuer inserted and appended. */
function metadataAddresses({ origin, pathname }: URL): readonly string[] {
  const path = pathname.replace(/\/$/, '');
  return [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
}

/** The endpoint with this address in the issuer's own metadata, read again: the caller's claim isn't enough. */
async function endpointAt(
  address: string,
  issuer: URL,
  endpoint: URL,
  send: Send,
): Promise<PostedTo | undefined> {
  let isMissing = true;
  for (const place of metadataAddresses(issuer)) {
    const { status, body } = await send(place);
    if (status !== 200) {
      isMissing &&= status >= 400 && status < 500;
      continue;
    }
    const metadata = (JSON.parse(body) ?? {}) as Readonly<Record<string, unknown>>;
    if (hrefOf(metadata['issuer']) !== issuer.href) return undefined;
    const role = roles.find((name) => hrefOf(metadata[`${name}_endpoint`]) === address);
    const methods = metadata['token_endpoint_auth_methods_supported'];
    return (
      role && {
        role,
        address,
        host: issuer.host,
        authMethods: Array.isArray(methods) ? methods.map(String) : undefined,
        revocationEndpoint: hrefOf(metadata['revocation_endpoint']),
      }
    );
  }
  return isMissing && issuer.href === `${endpoint.origin}/` ? assumedAt(address, issuer) : undefined;
}

function assumedAt(address: string, { origin, host }: URL): PostedTo | undefined {
  const role = (['registration', 'token'] as const).find(
    (name) => `${origin}${assumedOAuthPaths[name]}` === address,
  );
  return role && { role, address, host, authMethods: undefined, revocationEndpoint: undefined };
}

function hrefOf(address: unknown): string | undefined {
  return typeof address === 'string' ? parseHttpUrl(address)?.href : undefined;
}

async function read(response: Response): Promise<AuthorizationAnswer> {
  const { status, headers } = response;
  if (status >= 300 && status < 400) {
    await discard(response);
    return { status, body: '' };
  }
  const body = await readBounded(response, mostBytes);
  if (body === undefined) {
    throw new ProtocolError(
      'Unavailable',
      `The answer of ${new URL(response.url).host} is too long. Ask its operator to correct that.`,
    );
  }
  const [contentType, wwwAuthenticate] = [headers.get('content-type'), headers.get('www-authenticate')];
  return {
    status,
    body,
    ...(contentType !== null && { contentType }),
    ...(wwwAuthenticate !== null && { wwwAuthenticate }),
  };
}
