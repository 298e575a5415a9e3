import { isSameServer, parseAuthority, parseOrigin, type Authority } from './authority.ts';
import { isDelegated, type Delegations } from './delegation.ts';
import { sameToken } from './local-token.ts';
import { localPrincipal, type Principal } from './principal.ts';

type HeaderValue = string | readonly string[] | undefined;

/** As much of Node's IncomingMessage as the decision needs. */
export interface IncomingRequest {
  readonly headers: {
    readonly host?: HeaderValue;
    readonly origin?: HeaderValue;
    readonly authorization?: HeaderValue;
  };
  readonly url?: string | undefined;
}

export interface GuardSettings {
  readonly token: string;
  /** Absent: nobody but the holder of the token gets in. */
  readonly delegations?: Pick<Delegations, 'check'>;
  /** The address and port the host listens at. */
  readonly address: string;
  readonly port: number;
  /** Further names it is reached under, such as `loggia.example` or `loggia.example:8443`. */
  readonly hosts?: readonly string[];
  /** Further origins whose pages may connect, such as `https://desk.example`. */
  readonly origins?: readonly string[];
  /** Names under which nothing but pages of strangers is served: no request of theirs, and none to them, gets in. */
  isSandbox?(authority: Authority): boolean;
}

export interface Refusal {
  readonly status: 401 | 403;
  readonly message: string;
}

export interface UpgradeGuard {
  /** For what anybody at this address may load, such as the shell's own files: names only, no token. */
  checkNames(request: IncomingRequest): Refusal | undefined;
  /** For every WebSocket. Whoever was lent a token for a while gets none. */
  check(request: IncomingRequest): { readonly principal: Principal } | Refusal;
  /** For single requests: the token in the header only, the local one or one that was delegated. */
  checkRequest(request: IncomingRequest): { readonly principal: Principal } | Refusal;
}

const loopback = ['localhost', '127.0.0.1', '[::1]'];
const wildcards = ['0.0.0.0', '::'];

function configured<Parsed>(
  kind: string,
  values: readonly string[],
  parse: (text: string) => Parsed | undefined,
) {
  return values.map((value) => {
    const parsed = parse(value);
    if (parsed !== undefined) return parsed;
    throw new Error(
      `${JSON.stringify(value)} cannot be an allowed ${kind}. Write it in full, without patterns.`,
    );
  });
}

function servedNames(settings: GuardSettings): readonly Authority[] {
  // A zone, as in `fe80::1%eth0`, never shows in a Host header.
  const address = settings.address.replace(/%.*$/, '');
  const bound = address.includes(':') ? `[${address}]` : address;
  const own = wildcards.includes(address) ? loopback : [...loopback, bound];
  return [
    ...configured('address', own, parseAuthority),
    ...configured('host', settings.hosts ?? [], parseAuthority),
  ];
}

const refuse = (status: Refusal['status'], message: string): Refusal => ({ status, message });

function bearerOf({ headers }: IncomingRequest): readonly string[] {
  const bearer = /^bearer(?: +(.*))?$/i.exec(
    typeof headers.authorization === 'string' ? headers.authorization : '',
  );
  return bearer ? [bearer[1] ?? ''] : [];
}

function tokensInAddress({ url = '' }: IncomingRequest): readonly string[] {
  const query = new URLSearchParams(/^[^?#]*\?([^#]*)/.exec(url)?.[1] ?? '');
  return [...query.getAll('token'), ...query.getAll('tkn')];
}

/**
 * Decides who is behind a request before anything else looks at it. `Host` must be a name of ours, so that a name
 * rebound to this address gets nowhere; `Origin`, which only browsers send, must be ours too, so that a page from
 * elsewhere cannot connect; and the token must be right.
 */
export function createUpgradeGuard(settings: GuardSettings): UpgradeGuard {
  if (settings.token === '') throw new Error('The host has no token. Load it before it listens.');
  const served = servedNames(settings);
  const origins = new Set(configured('origin', settings.origins ?? [], parseOrigin));

  const isSandbox = (authority: Authority) => settings.isSandbox?.(authority) ?? false;
  const isServed = ({ name, port }: Authority) =>
    served.some(
      (own) => own.name === name && (port === undefined || port === settings.port || port === own.port),
    );

  function checkNames({ headers, url = '/' }: IncomingRequest): Refusal | undefined {
    const host = typeof headers.host === 'string' ? parseAuthority(headers.host) : undefined;
    if (host === undefined || !isServed(host) || isSandbox(host)) {
      return refuse(
        403,
        `This host is not served under that name. Open http://localhost:${settings.port}, or add the name to the allowed hosts.`,
      );
    }
    if (!url.startsWith('/')) return refuse(403, 'Ask for a path, such as "/", not for a whole address.');
    if (headers.origin === undefined) return undefined;
    const own = typeof headers.origin === 'string' && isSameServer(headers.origin, host);
    const allowed = typeof headers.origin === 'string' && origins.has(parseOrigin(headers.origin) ?? '');
    const from = typeof headers.origin === 'string' ? headers.origin.replace(/^[^/]*\/\//, '') : '';
    const isStranger = isSandbox(parseAuthority(from) ?? { name: '', port: undefined });
    if ((own || allowed) && !isStranger) return undefined;
    return refuse(
      403,
      'Pages of that origin may not connect to this host. Open the shell from the host itself, or add the origin to the allowed origins.',
    );
  }

  function check(request: IncomingRequest): { readonly principal: Principal } | Refusal {
    const refusal = checkNames(request);
    if (refusal) return refusal;
    // All must be right, so that a doubled parameter hides nothing.
    const tokens = [...bearerOf(request), ...tokensInAddress(request)];
    if (tokens.length === 0) {
      return refuse(
        401,
        'A token is missing. Send it as "Authorization: Bearer <token>" or as "?token=<token>"; it is in the file "token" in the data directory of the host.',
      );
    }
    if (tokens.every((token) => sameToken(token, settings.token))) return { principal: localPrincipal };
    return refuse(
      403,
      'The token is wrong. Send the one in the file "token" in the data directory of the host, once.',
    );
  }

  function checkRequest(request: IncomingRequest): { readonly principal: Principal } | Refusal {
    const refusal = checkNames(request);
    if (refusal) return refusal;
    const [token] = bearerOf(request);
    if (token === undefined || tokensInAddress(request).length > 0) {
      return refuse(
        401,
        'Send a token as "Authorization: Bearer <token>", and never in the address: addresses end up in logs. The local one is in the file "token" in the data directory of the host.',
      );
    }
    if (!isDelegated(token)) return check(request);
    const checked = settings.delegations?.check(token) ?? { reason: 'wrong' };
    if ('principal' in checked) return checked;
    return checked.reason === 'expired'
      ? refuse(401, 'The token has expired. Use the one that came with the newest call.')
      : refuse(403, 'The token is wrong. Send it as it came with the call.');
  }

  return { checkNames, check, checkRequest };
}
