/** The network's own codes, which `fetch` hides below its "fetch failed". */
export function networkCodeOf(error: unknown): string | undefined {
  const seen = new Set<unknown>();
  const queue: unknown[] = [error];
  while (queue.length > 0) {
    const next = queue.shift();
    if (!(next instanceof Error) || seen.has(next)) continue;
    seen.add(next);
    if ('code' in next && typeof next.code === 'string' && isNetworkCode(next.code)) return next.code;
    // From Node 24 on, the parser's errors have no code.
    if (next.name === 'HTTPParserError') return notHttp;
    const hidden = hiddenCode(next.message);
    if (hidden !== undefined) return hidden;
    queue.push(next.cause);
    if (next instanceof AggregateError) queue.push(...(next.errors as unknown[]));
  }
  return undefined;
}

/** Some failures have no code, or the SDK turned them into text: recognized by Node's messages. */
function hiddenCode(message: string): string | undefined {
  if (!message.includes('fetch failed') && message !== 'bad port') return undefined;
  const known: readonly (readonly [RegExp, string])[] = [
    [/bad port/, badPort],
    [/other side closed/, 'UND_ERR_SOCKET'],
    [/self-signed certificate/, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    [/wrong version number/, wrongVersion],
    [/does not match the HTTP/, notHttp],
  ];
  return known.find(([words]) => words.test(message))?.[1] ?? /\bE[A-Z]{4,}\b/.exec(message)?.[0];
}

/** Our own code: Node refuses to fetch from ports of other services, without a code. */
const badPort = 'ERR_BAD_PORT';
const wrongVersion = 'ERR_SSL_WRONG_VERSION_NUMBER';
const notHttp = 'HPE_INVALID_CONSTANT';

function isNetworkCode(code: string): boolean {
  return (
    /^E(?:AI_)?[A-Z0-9]+$/.test(code) ||
    /^(?:UND_ERR|HPE_)/.test(code) ||
    code === badPort ||
    isCertificateCode(code)
  );
}

function isCertificateCode(code: string): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL/.test(code);
}

/** Whether nobody is there, as opposed to a server that didn't answer this time. */
export function isGone(code: string | undefined): boolean {
  return (
    code !== undefined &&
    ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'].includes(code)
  );
}

/** Without the parts of an address that may be secret: user, password, query. */
export function shownAddress(address: string): string {
  if (!URL.canParse(address)) return 'the address';
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname === '/' ? '' : pathname}`;
}

export function unreachableReason(address: string, code: string): string {
  const shown = shownAddress(address);
  if (code === badPort)
    return `The host doesn't connect to ${shown}, because its port is reserved for another service. Use another port.`;
  if (code === wrongVersion || code === 'EPROTO')
    return `${shown} doesn't speak HTTPS. Start the address with http://, or check the port.`;
  if (code.startsWith('HPE_')) return `The program at ${shown} doesn't speak HTTP. Check the port.`;
  if (isCertificateCode(code))
    return `The certificate of ${shown} is not trusted (${code}). Correct it, or have this machine trust its issuer.`;
  const reasons: Readonly<Record<string, string>> = {
    ECONNREFUSED: `Nothing answers at ${shown} (connection refused). Is the server running?`,
    ENOTFOUND: `There is no host with the name in ${shown}. Check the address and the network.`,
    EAI_AGAIN: `The host name in ${shown} could not be looked up. Check the network.`,
    ECONNRESET: cutOff(shown),
    UND_ERR_SOCKET: cutOff(shown),
    ETIMEDOUT: `${shown} does not answer. Check the address and the network.`,
    UND_ERR_CONNECT_TIMEOUT: `${shown} does not answer. Check the address and the network.`,
  };
  return reasons[code] ?? `${shown} cannot be reached (${code}). Check the address and the network.`;
}

function cutOff(shown: string): string {
  const advice = shown.startsWith('http:')
    ? 'If the server uses HTTPS, start the address with https://; otherwise, try again.'
    : 'Try again.';
  return `The connection to ${shown} was cut off. ${advice}`;
}
