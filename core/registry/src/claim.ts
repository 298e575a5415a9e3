import type { TypeContract, TypeProblem } from '@loggia/content';

/**
 * How far a server is trusted with types. Untrusted servers can only own their vendors' types; `platform` is for the
 * servers that come with the host.
 */
export type Trust = 'platform' | 'trusted' | 'untrusted';

/** A problem in the definition of a type. */
export interface TypeDefect extends TypeProblem {
  readonly mime: string;
  /** The server whose definition it is; undefined for the platform's. */
  readonly server?: string;
}

/** The types that one server claims. */
export interface Claim {
  /** The id of the server, the same as in the policy. */
  readonly server: string;
  /** For people. */
  readonly name: string;
  /** The server's position in the list of servers. It only affects the order of lists. */
  readonly order: number;
  readonly trust: Trust;
  readonly contracts: readonly TypeContract[];
  /** Problems found while reading its contracts. */
  readonly problems?: readonly (TypeProblem & { readonly mime: string })[];
}

/** The name of the platform's own definition in policies. */
export const builtinProvider = 'builtin';

export interface RegistryPolicy {
  /** By type: the servers that may own it, in order of precedence. */
  readonly precedence: Readonly<Record<string, readonly string[]>>;
  /** By type: the user's choice of what opens it; the id of a server, or `builtin`. */
  readonly chosen: Readonly<Record<string, string>>;
}

export type Provider =
  | { readonly kind: 'builtin' }
  | { readonly kind: 'server'; readonly server: string; readonly name: string; readonly trust: Trust };

/** A contract and its provider. */
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
