import type { AuthChallenge } from '@loggia/protocol';
import type { AuthorizationServer } from 'oauth4webapi';

/**
 * What to ask for: what the challenge requires, or else everything that the resource knows, or else nothing in
 * particular, as MCP has it. Added to it: what the user has granted already, since the new token replaces the old one,
 * and `offline_access` where the authorization server has it, since without it many never renew a token.
 */
export function scopesToAsk(
  { requiredScopes, resource }: AuthChallenge,
  { scopes_supported: offered }: Pick<AuthorizationServer, 'scopes_supported'>,
  granted: readonly string[] = [],
): string[] {
  const asked =
    requiredScopes && requiredScopes.length > 0 ? requiredScopes : (resource.scopes_supported ?? []);
  const lasting = offered?.includes('offline_access') ? ['offline_access'] : [];
  return [...new Set([...granted, ...asked, ...lasting])];
}

/** A scope with a space in it is two; one with quotes or controls is none. */
export function readScopes(text: string): string[] {
  return text.split(' ').filter(Boolean);
}
