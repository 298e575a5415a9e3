import { Fault } from './fault.ts';

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/** The URL of a server in its final form. Throws a Fault for URLs that must not be connected to. */
export function endpointOf(written: string, field: string): URL {
  let url: URL;
  try {
    url = new URL(written.trim());
  } catch {
    throw new Fault(`"${field}" is not a URL. Write it in full, such as "https://example.com/mcp".`, field);
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new Fault(`"${field}" must start with "https://" or "http://".`, field);
  }
  if (url.username !== '' || url.password !== '') {
    throw new Fault(`"${field}" must not hold a name and password. Sign in, or use "headers".`, field);
  }
  return url;
}

/** Further requirements of Agent Plugins 1.0. */
export function refuseInsecure(url: URL, field: string): void {
  if (url.hash !== '')
    throw new Fault(`"${field}" must not have a fragment. Leave out what follows "#".`, field);
  if (url.protocol !== 'https:' && !isLoopback(url.hostname)) {
    throw new Fault(`"${field}" must start with "https://" for a server that is not on this machine.`, field);
  }
}
