/** The network's own codes, which `fetch` hides below its "fetch failed". */
export function networkCodeOf(error: unknown): string | undefined {
  const seen = new Set<unknown>();
  const queue: unknown[] = [error];
  while (queue.length > 0) {
    const next = queue.shift();
    if (!(next instanceof Error) || seen.has(next)) continue;
    seen.add(next);
    if ('code' in next && typeof next.code === 'string' && isNetworkCode(next.code)) return next.code;
    queue.push(next.cause);
    if (next instanceof AggregateError) queue.push(...(next.errors as unknown[]));
  }
  return undefined;
}

function isNetworkCode(code: string): boolean {
  return /^E(?:AI_)?[A-Z0-9]+$/.test(code) || code.startsWith('UND_ERR') || isCertificateCode(code);
}

function isCertificateCode(code: string): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL/.test(code);
}

/** Nobody is there, as opposed to somebody who did not answer this time. */
export function isGone(code: string | undefined): boolean {
  return (
    code !== undefined &&
    ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'].includes(code)
  );
}

/** Without what may be secret in an address: user, password, query. */
export function shownAddress(address: string): string {
  if (!URL.canParse(address)) return 'the address';
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname === '/' ? '' : pathname}`;
}

export function unreachableReason(address: string, code: string): string {
  const shown = shownAddress(address);
  if (isCertificateCode(code))
    return `The certificate of ${shown} is not trusted (${code}). Correct it, or have this machine trust its issuer.`;
  const reasons: Readonly<Record<string, string>> = {
    ECONNREFUSED: `Nothing answers at ${shown} (connection refused). Is the server running?`,
    ENOTFOUND: `There is no host with the name in ${shown}. Correct "url", or check the network.`,
    EAI_AGAIN: `The host name in ${shown} could not be looked up. Check the network.`,
    ECONNRESET: `The connection to ${shown} was cut off. Try again.`,
    UND_ERR_SOCKET: `The connection to ${shown} was cut off. Try again.`,
    ETIMEDOUT: `${shown} does not answer. Check the address and the network.`,
    UND_ERR_CONNECT_TIMEOUT: `${shown} does not answer. Check the address and the network.`,
  };
  return reasons[code] ?? `${shown} cannot be reached (${code}). Check the address and the network.`;
}
