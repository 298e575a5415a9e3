import { isIP } from 'node:net';

// The letters LOGG on a phone's keypad. Neither assigned in the port registry nor blocked by browsers.
export const defaultPort = 5644;
export const defaultHost = '127.0.0.1';

export const portRule = 'a whole number from 0 to 65535 (0 picks a free port)';
export const hostRule = 'an address or a name of this machine, such as 127.0.0.1, ::1 or localhost';

export function parsePort(text: string): number | undefined {
  if (!/^\d{1,5}$/.test(text)) return undefined;
  const port = Number(text);
  return port <= 65_535 ? port : undefined;
}

const hostName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i;

/** IPv6 can be in brackets, as in a URL; the result has none. */
export function parseHost(text: string): string | undefined {
  const bare = /^\[(.*)\]$/.exec(text)?.[1];
  if (bare !== undefined) return isIP(bare) === 6 ? bare : undefined;
  if (isIP(text) !== 0) return text;
  // A number that isn't an address would be looked up as a name, and some resolvers would find one.
  return hostName.test(text) && !/^[\d.]+$/.test(text) ? text.toLowerCase() : undefined;
}
