import { isSameServer, parseAuthority, parseOrigin, type Authority } from './authority.ts';
import type { CredentialId, Credentials, Holder } from './credentials.ts';
import { isDelegated, type Delegations } from './delegation.ts';
import type { Principal } from './principal.ts';

type HeaderValue = string | readonly string[] | undefined;

/** The part of Node's IncomingMessage that the decision needs. */
export interface IncomingRequest {
  readonly headers: {
    readonly host?: HeaderValue;
    readonly origin?: HeaderValue;
    readonly authorization?: HeaderValue;
    readonly 'sec-websocket-protocol'?: HeaderValue;
  };
  readonly url?: string | undefined;
}

export interface GuardSettings {
  readonly credentials: Pick<Credentials, 'check' | 'holderOf'>;
  /** Single-use tickets that open a WebSocket, for pages, which can't set headers. */
  readonly tickets?: { redeem(ticket: string): CredentialId | undefined };
  /** Whether a WebSocket may carry the token in its address, for clients that support nothing else. */
  readonly tokenInAddress?: boolean;
  /** Absent: only holders of credentials get in. */
  readonly delegations?: Pick<Delegations, 'check'>;
  /** The address and port the host listens on. */
  readonly address: string;
  readonly port: number;
  /** Further names for the host, such as `loggia.example` or `loggia.example:8443`. */
  readonly hosts?: readonly string[];
  /** Further origins whose pages may connect, such as `https://desk.example`. */
  readonly origins?: readonly string[];
  /** Names that serve untrusted pages only: requests from them, and requests to them, are refused. */
  isSandbox?(authority: Authority): boolean;
}

export interface Refusal {
  readonly status: 401 | 403;
  readonly message: string;
}

export interface Admitted {
  readonly principal: Principal;
  /** The credential that admitted it. Absent for a delegated token, which expires by itself. */
  readonly credential?: CredentialId;
}

export interface UpgradeGuard {
  /** For files that anybody at this address may load, such as the shell's own: checks names only, no token. */
  checkNames(request: IncomingRequest): Refusal | undefined;
  /** For every WebSocket. Delegated tokens aren't accepted. A ticket in the request is used up. */
  check(request: IncomingRequest): Holder | Refusal;
  /** For single requests: a credential or a delegated token, in the header only. */
  checkRequest(request: IncomingRequest): Admitted | Refusal;
}

/** A subprotocol with this prefix carries a credential; "ahp" must be offered beside it, and is the one selected. */
export const bearerProtocol = 'bearer.';

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
  // A zone, as in `fe80::1%eth0`, never appears in a Host header.
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

/** Browsers let a page choose the subprotocols of a WebSocket, but no headers. */
function bearerInProtocols({ headers }: IncomingRequest): readonly string[] {
  const offered = headers['sec-websocket-protocol'];
  return (typeof offered === 'string' ? offered.split(',') : [])
    .map((protocol) => protocol.trim())
    .filter((protocol) => protocol.startsWith(bearerProtocol))
    .map((protocol) => protocol.slice(bearerProtocol.length));
}

function inAddress({ url = '' }: IncomingRequest, ...names: readonly string[]): readonly string[] {
  const query = new URLSearchParams(/^[^?#]*\?([^#]*)/.exec(url)?.[1] ?? '');
  return names.flatMap((name) => query.getAll(name));
}

const tokensInAddress = (request: IncomingRequest) => inAddress(request, 'token', 'tkn');

/**
 * Identifies the party behind a request before anything else looks at it. `Host` must be one of our names, so that DNS
 * rebinding fails; `Origin`, which only browsers send, must be ours too, so that other sites' pages can't connect; and
 * the token must be valid.
 */
export function createUpgradeGuard(settings: GuardSettings): UpgradeGuard {
  const { credentials, tickets, tokenInAddress = false } = settings;
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

  function check(request: IncomingRequest): Holder | Refusal {
    const refusal = checkNames(request);
    if (refusal) return refusal;
    const inQuery = tokensInAddress(request);
    if (inQuery.length > 0 && !tokenInAddress) {
      return refuse(
        401,
        'This host accepts no token in the address, because addresses end up in logs. Send "Authorization: Bearer <token>", or get a one-time ticket with POST /ticket and add "?ticket=<ticket>".',
      );
    }
    const given = [...bearerOf(request), ...bearerInProtocols(request), ...inQuery];
    const [ticket, ...more] = inAddress(request, 'ticket');
    if (ticket !== undefined) {
      const credential = more.length + given.length === 0 ? tickets?.redeem(ticket) : undefined;
      const holder = credential === undefined ? undefined : credentials.holderOf(credential);
      if (holder) return holder;
      return refuse(
        403,
        'The ticket is wrong, was used before, or is too old. Get a new one with POST /ticket for each connection, and send nothing else with it.',
      );
    }
    if (given.length === 0) {
      return refuse(
        401,
        'A token is missing. Send it as "Authorization: Bearer <token>"; it is in the file "token" in the data directory of the host. An API key is sent the same way.',
      );
    }
    // All must be valid, so that a repeated parameter can't hide a wrong one.
    const found = given.map((text) => credentials.check(text));
    const rejected = found.find((one) => one !== undefined && 'problem' in one);
    if (rejected && 'problem' in rejected) return refuse(401, rejected.problem);
    const holders = found.filter((one) => one !== undefined && 'principal' in one);
    const [holder] = holders;
    const isOne = holders.every(({ credential }) => credential === holder?.credential);
    if (holder && isOne && holders.length === given.length) return holder;
    return refuse(
      403,
      'The token is wrong. Send the one in the file "token" in the data directory of the host, or an API key, once.',
    );
  }

  function checkRequest(request: IncomingRequest): Admitted | Refusal {
    const refusal = checkNames(request);
    if (refusal) return refusal;
    const [token] = bearerOf(request);
    if (token === undefined || tokensInAddress(request).length > 0) {
      return refuse(
        401,
        'Send a token as "Authorization: Bearer <token>", and never in the address: addresses end up in logs. The local one is in the file "token" in the data directory of the host.',
      );
    }
    if (!isDelegated(token)) {
      const found = credentials.check(token);
      if (found && 'problem' in found) return refuse(401, found.problem);
      if (found) return found;
      return refuse(
        403,
        'The token is wrong. Send the one in the file "token" in the data directory, or an API key.',
      );
    }
    const checked = settings.delegations?.check(token) ?? { reason: 'wrong' };
    if ('principal' in checked) return checked;
    return checked.reason === 'expired'
      ? refuse(401, 'The token has expired. Use the one that came with the newest call.')
      : refuse(403, 'The token is wrong. Send it as it came with the call.');
  }

  return { checkNames, check, checkRequest };
}
