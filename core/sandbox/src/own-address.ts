import { isIPv4 } from 'node:net';

export interface OwnAddress {
  /** The origin of the page that frames the View. */
  readonly shell: string;
  /** The port the host listens on. */
  readonly port: number;
  /** Whether this host serves pages under that name. */
  isServed(authority: string): boolean;
}

const defaultPorts: Readonly<Record<string, number>> = { http: 80, ws: 80, https: 443, wss: 443 };

/**
 * Whether a source in a policy leads to this host under any of its names. Compares what a browser would connect to: an
 * address can be written as one number, in hexadecimal or with leading zeros, and so can a port. A pattern leads here
 * if it covers the shell.
 */
export function leadsTo({ shell, port, isServed }: OwnAddress, source: string): boolean {
  const [, scheme, wildcard, name = '', written] =
    /^(?:([a-z]+):\/\/)?(\*\.)?([^:]+|\[[^\]]+\])(?::(\d+))?$/.exec(source.toLowerCase()) ?? [];
  const page = new URL(shell);
  const own = new Set([
    port,
    page.port === '' ? defaultPorts[page.protocol.slice(0, -1)] : Number(page.port),
  ]);
  const ports = written === undefined ? portsOf(scheme) : [Number(written)];
  const shared = ports.filter((candidate) => own.has(candidate));
  if (shared.length === 0) return false;
  const host = canonical(name);
  const shellHost = canonical(page.hostname);
  if (wildcard !== undefined) return shellHost.endsWith(`.${host}`);
  if (host === shellHost || isThisMachine(host)) return true;
  return shared.some((candidate) => isServed(`${host}:${candidate}`)) || isServed(host);
}

/** Without a scheme, a source stands for either. */
function portsOf(scheme: string | undefined): readonly number[] {
  const known = scheme === undefined ? undefined : defaultPorts[scheme];
  return known === undefined ? [80, 443] : [known];
}

/** Normalizes like a browser: lower case, numbers as four bytes, without a final dot. */
function canonical(name: string): string {
  const url = `http://${name}/`;
  return (URL.canParse(url) ? new URL(url).hostname : name).replace(/\.$/, '');
}

/** Every loopback address, and those that mean "any". */
function isThisMachine(host: string): boolean {
  if (isIPv4(host)) return host.startsWith('127.') || host === '0.0.0.0';
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    ['[::1]', '[::]'].includes(host) ||
    /^\[::ffff:7f[0-9a-f]{2}:/.test(host)
  );
}
