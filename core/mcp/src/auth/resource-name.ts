/** Undefined for what is no address of a server: another scheme, or a user name and password in it. */
export function parseHttpUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) return undefined;
  return url.username === '' && url.password === '' ? url : undefined;
}

/** Nobody on the way can read or change what is said: TLS, or this very machine. */
export function isConfidential({ protocol, hostname }: URL): boolean {
  if (protocol === 'https:') return true;
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

function pathOf(url: URL): string {
  return url.pathname.replace(/\/+$/, '');
}

/** The server as a resource (RFC 8707), when it does not say so itself. Without its query, which may hold a key. */
export function canonicalResource(endpoint: URL): string {
  return `${endpoint.origin}${pathOf(endpoint)}`;
}

/** Whether a token for the resource is one for this endpoint: same origin, and the endpoint lies at or below it. */
export function coversEndpoint(resource: string, endpoint: URL): boolean {
  const url = parseHttpUrl(resource);
  if (url === undefined || resource.includes('#') || url.origin !== endpoint.origin) return false;
  if (url.search !== '' && url.search !== endpoint.search) return false;
  return pathOf(endpoint) === pathOf(url) || pathOf(endpoint).startsWith(`${pathOf(url)}/`);
}

/** Clients that parse and print an address may add the slash at its end. */
export function sameResource(one: string, other: string): boolean {
  if (one === other) return true;
  const [first, second] = [parseHttpUrl(one), parseHttpUrl(other)];
  if (first === undefined || second === undefined) return false;
  return canonicalResource(first) === canonicalResource(second) && first.search === second.search;
}
