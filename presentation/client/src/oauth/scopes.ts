import type { AuthChallenge } from '@loggia/protocol';
import type { AuthorizationServer } from 'oauth4webapi';

/**
 * The scopes to request: those that the challenge requires, else all that the resource names, else none, as MCP
 * specifies. In addition, those already granted, since the new token replaces the old one, and `offline_access` where
 * supported, since many servers never renew a token without it.
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
