import type { CapabilityEntry, LifecycleEvent, TypeContract, Viewer } from '@loggia/content';
import type { Provider, TypeDefect } from './claim.ts';
import type { Relation } from './lineage.ts';
import type { Owner } from './ownership.ts';
import type { Conflict, IgnoredClaim, OwnRule } from './type-decision.ts';

/** The rule that decided: one about the type itself, or the relation by which another type serves it. */
export type Rule = OwnRule | Exclude<Relation, 'itself'> | 'invalid';

/** Something that serves a type, possibly through a related type. */
export interface Service {
  readonly provider: Provider;
  /** The type whose contract it comes from. */
  readonly mime: string;
  readonly relation: Relation;
}

export interface ResolvedViewer extends Service {
  readonly viewer: Viewer;
}

export interface ResolvedCapability extends Service {
  readonly entry: CapabilityEntry;
}

/** Another provider that could open it. Only trusted servers, unless the type itself is an untrusted vendor's. */
export interface Alternate extends Service {
  readonly label: string;
  readonly viewer?: Viewer;
}

export interface Resolution {
  readonly mime: string;
  readonly rule: Rule;
  /**
   * The authoritative owner; undefined for standard types without a definition, and if nobody or several servers claim
   * it.
   */
  readonly owner: Owner | undefined;
  /** The provider of the contract in use. */
  readonly provider: Provider | undefined;
  /** The contract in use: the type's own, or that of the nearest type that serves it (see `contract.mime`). */
  readonly contract: TypeContract | undefined;
  readonly viewer: ResolvedViewer | undefined;
  /**
   * Those who may be asked for a capability, best first. A standard type's are whoever was chosen for it, or is the only
   * trusted server that knows it; then the platform; then the servers that come with it.
   */
  readonly capabilities: ReadonlyMap<string, readonly ResolvedCapability[]>;
  /** The receivers of lifecycle events: only the owner of the type, by the type's own contract. */
  readonly events: ReadonlyMap<LifecycleEvent, { readonly server: string; readonly tool: string }>;
  readonly alternates: readonly Alternate[];
  readonly ignored: readonly IgnoredClaim[];
  readonly conflict?: Conflict;
  readonly problems: readonly TypeDefect[];
}
