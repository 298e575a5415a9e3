import type { TypeContract, TypeProblem } from '@loggia/content';

/**
 * How far a server is trusted with types. Untrusted ones may own their vendors' types and no more; `platform` is for
 * the servers that come with the host.
 */
export type Trust = 'platform' | 'trusted' | 'untrusted';

/** What is wrong with the definition of a type. */
export interface TypeDefect extends TypeProblem {
  readonly mime: string;
  /** Whose definition; undefined for the platform's. */
  readonly server?: string;
}

/** What one server says about types. */
export interface Claim {
  /** The id of the server, the same as in the policy. */
  readonly server: string;
  /** For people. */
  readonly name: string;
  /** Where the server stands in the list of servers. Decides what is listed first, and nothing else. */
  readonly order: number;
  readonly trust: Trust;
  readonly contracts: readonly TypeContract[];
  /** Found while its contracts were read. */
  readonly problems?: readonly (TypeProblem & { readonly mime: string })[];
}

/** How the platform's own definition is called where a policy names who serves a type. */
export const builtinProvider = 'builtin';

export interface RegistryPolicy {
  /** By type: the servers that may have it, the first one first. */
  readonly precedence: Readonly<Record<string, readonly string[]>>;
  /** By type: whom the user opens it with; the id of a server, or `builtin`. */
  readonly chosen: Readonly<Record<string, string>>;
}

export type Provider =
  | { readonly kind: 'builtin' }
  | { readonly kind: 'server'; readonly server: string; readonly name: string; readonly trust: Trust };

/** A contract, and whose it is. */
export interface Candidate {
  readonly provider: Provider;
  readonly contract: TypeContract;
}

export const builtin: Provider = { kind: 'builtin' };

export function isProvider(provider: Provider, id: string): boolean {
  return provider.kind === 'builtin' ? id === builtinProvider : provider.server === id;
}

export function isTrusted(provider: Provider): boolean {
  return provider.kind === 'builtin' || provider.trust !== 'untrusted';
}

export function titleOf(provider: Provider): string {
  if (provider.kind === 'builtin') return 'the platform';
  return provider.name === provider.server ? provider.server : `${provider.name} (${provider.server})`;
}
