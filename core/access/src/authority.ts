/** The name in a `Host` header or an origin: lower case, IPv6 in brackets and in its short form, no final dot. */
export interface Authority {
  readonly name: string;
  readonly port: number | undefined;
}

// No `u` flag: with it, `i` would let U+212A pass for a "k".
const pattern = /^(?:(\[[0-9a-f:.]{2,45}\])|([a-z0-9_-]+(?:\.[a-z0-9_-]+)*)\.?)(?::([1-9]\d{0,4}))?$/i;

function shortForm(address: string): string | undefined {
  try {
    return new URL(`http://${address}`).hostname;
  } catch {
    return undefined;
  }
}

/** Undefined for anything but a name or address with an optional port: no user, path, space or second value. */
export function parseAuthority(text: string): Authority | undefined {
  const match = text.length <= 300 ? pattern.exec(text) : null;
  if (!match) return undefined;
  const name = match[1] === undefined ? match[2]?.toLowerCase() : shortForm(match[1]);
  const port = match[3] === undefined ? undefined : Number(match[3]);
  if (name === undefined || (port !== undefined && port > 65_535)) return undefined;
  return { name, port };
}

const defaultPorts: Readonly<Record<string, number>> = { http: 80, https: 443 };

/** Whether the page at `origin` came from the server that `host` names, as the browser that sent both saw it. */
export function isSameServer(origin: string, host: Authority): boolean {
  const match = /^(https?):\/\/(.*)$/is.exec(origin);
  const from = parseAuthority(match?.[2] ?? '');
  const defaultPort = defaultPorts[match?.[1]?.toLowerCase() ?? ''];
  if (from === undefined || defaultPort === undefined) return false;
  return from.name === host.name && (from.port ?? defaultPort) === (host.port ?? defaultPort);
}

/** An origin as browsers write it, ready to compare. Undefined for `null` and patterns. */
export function parseOrigin(text: string): string | undefined {
  const match = /^([a-z][a-z0-9+.-]*):\/\/(.+)$/i.exec(text);
  const authority = parseAuthority(match?.[2] ?? '');
  if (match?.[1] === undefined || authority === undefined) return undefined;
  const scheme = match[1].toLowerCase();
  const port = authority.port === defaultPorts[scheme] ? undefined : authority.port;
  return `${scheme}://${authority.name}${port === undefined ? '' : `:${port}`}`;
}
