/** Undefined if it isn't a server's address: another scheme, or a user name and password in it. */
export function parseHttpUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) return undefined;
  return url.username === '' && url.password === '' ? url : undefined;
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

/** Every spelling of this machine, including those that systems resolve differently. */
function namesThisMachine({ hostname }: URL): boolean {
  const name = hostname.replace(/\.$/, '');
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    /^(127|0)(\.\d+){3}$/.test(name) ||
    // After parsing, an IPv4 address inside an IPv6 one is in hexadecimal.
    /^\[::(1|(ffff:)?(7f[\da-f]{2}|[\da-f]{1,2}):[\da-f]{1,4})?\]$/.test(name)
  );
}

/** Nobody in between can read or change the traffic: TLS, or this machine. */
export function isConfidential(url: URL): boolean {
  return url.protocol === 'https:' || isLoopback(url);
}

/**
 * Whether a server may send the host to an address: https anywhere else, and this machine only if the server is on it
 * too, since a remote server has no business with local services.
 */
export function mayLeadTo(url: URL, endpoint: URL): boolean {
  if (namesThisMachine(url)) return isLoopback(url) && isLoopback(endpoint);
  return url.protocol === 'https:';
}

function pathOf(url: URL): string {
  return url.pathname.replace(/\/+$/, '');
}

/** The server as a resource (RFC 8707), if it doesn't name one itself. Without its query, which may contain a key. */
export function canonicalResource(endpoint: URL): string {
  return `${endpoint.origin}${pathOf(endpoint)}`;
}

/** Whether a token for the resource is valid for this endpoint: same origin, and the endpoint is at or below it. */
export function coversEndpoint(resource: string, endpoint: URL): boolean {
  const url = parseHttpUrl(resource);
  if (url === undefined || resource.includes('#') || url.origin !== endpoint.origin) return false;
  if (url.search !== '' && url.search !== endpoint.search) return false;
  return pathOf(endpoint) === pathOf(url) || pathOf(endpoint).startsWith(`${pathOf(url)}/`);
}

/** Clients that parse and print an address may add a final slash. */
export function sameResource(one: string, other: string): boolean {
  if (one === other) return true;
  const [first, second] = [parseHttpUrl(one), parseHttpUrl(other)];
  if (first === undefined || second === undefined) return false;
  return canonicalResource(first) === canonicalResource(second) && first.search === second.search;
}
