import type { Authority, Authorization } from '../auth/authority.ts';
import type { LeaseRequest } from '../connection.ts';

/** Undefined for a process, which needs no sign-in. */
export function authorizationOf(
  { principal, server, definition }: Omit<LeaseRequest, 'holder'>,
  authority: Pick<Authority, 'authorize'>,
): Authorization | undefined {
  const { name: serverName, transport, oauthClient } = definition;
  if (transport.kind === 'stdio') return undefined;
  const client = oauthClient === undefined ? {} : { oauthClient };
  return authority.authorize({ principal, server, serverName, url: transport.url, ...client });
}
