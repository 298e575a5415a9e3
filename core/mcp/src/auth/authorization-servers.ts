import type { Scheduler } from '@loggia/kernel';
import { oauthBodies, ProtocolError } from '@loggia/protocol';
import { discard, readBounded } from './bounded-body.ts';
import { withDeadline } from './deadline.ts';
import { mayLeadTo, parseHttpUrl } from './resource-name.ts';

/** One request of a sign-in, sent for a client that does not send it itself. */
export interface AuthorizationRequest {
  /** What the sign-in is for, as the server named it. */
  readonly resource: string;
  readonly issuer: string;
  /** Where the issuer's metadata may be, or an endpoint that its metadata names. */
  readonly url: string;
  /** Absent: the metadata is read. */
  readonly post?:
    | { readonly contentType: string; readonly body: string; readonly authorization?: string | undefined }
    | undefined;
}

/** What of an answer means something in OAuth. */
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
const posted = ['registration_endpoint', 'token_endpoint', 'revocation_endpoint'] as const;

/**
 * Sends the request. `endpoint` is the server that names the issuer. The caller chooses among addresses that follow from
 * the issuer: its metadata can be read, and the endpoints in it can be posted to. Nothing of the host's own goes along,
 * and no redirect is followed. Throws PermissionDenied for any other address, Unavailable where no usable answer comes.
 */
export async function askAuthorizationServer(
  { fetch, scheduler }: AuthorizationPorts,
  endpoint: URL,
  { issuer, url, post }: AuthorizationRequest,
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
      const known = post === undefined ? metadataAddresses(place) : await endpointsOf(place, send);
      if (!known.includes(address)) throw notIts(address, host);
      if (post === undefined) return await send(address);
      const { contentType, body, authorization } = post;
      const headers = { 'content-type': contentType, ...(authorization !== undefined && { authorization }) };
      return await send(address, { method: 'POST', headers, body });
    });
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    // The error itself may quote what was sent.
    throw new ProtocolError('Unavailable', `${host} does not answer. Try again later.`);
  }
}

function addressOf(address: string, endpoint: URL): URL {
  const url = parseHttpUrl(address);
  if (url !== undefined && mayLeadTo(url, endpoint)) return url;
  throw new ProtocolError(
    'PermissionDenied',
    'The authorization server must be reached by https, and may be on this machine only if the server is. Ask who runs the server to correct its metadata.',
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

/** What the issuer's own metadata names, read anew: the caller's word is not enough. */
async function endpointsOf(issuer: URL, send: Send): Promise<readonly (string | undefined)[]> {
  for (const address of metadataAddresses(issuer)) {
    const { status, body } = await send(address);
    if (status !== 200) continue;
    const metadata = (JSON.parse(body) ?? {}) as Readonly<Record<string, unknown>>;
    if (hrefOf(metadata['issuer']) !== issuer.href) return [];
    return posted.map((name) => hrefOf(metadata[name]));
  }
  return [];
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
      `The answer of ${new URL(response.url).host} is too long. Ask who runs it to correct that.`,
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
