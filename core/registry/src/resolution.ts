import type { CapabilityEntry, LifecycleEvent, TypeContract, Viewer } from '@loggia/content';
import type { Provider, TypeDefect } from './claim.ts';
import type { Relation } from './lineage.ts';
import type { Owner } from './ownership.ts';
import type { Conflict, IgnoredClaim, OwnRule } from './type-decision.ts';

/** Which rule decided: one about the type itself, or by which relation another type serves it. */
export type Rule = OwnRule | Exclude<Relation, 'itself'> | 'invalid';

/** Something that serves a type, perhaps by the name of another. */
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

/** Who else could open it. Only servers that are trusted, unless the type itself is an untrusted vendor's. */
export interface Alternate extends Service {
  readonly label: string;
  readonly viewer?: Viewer;
}

export interface Resolution {
  readonly mime: string;
  readonly rule: Rule;
  /** Who is authoritative; undefined for standard types without a definition, and where nobody or several claim it. */
  readonly owner: Owner | undefined;
  /** Whose contract is used. */
  readonly provider: Provider | undefined;
  /** The contract that is used: the type's own, or that of the nearest type that serves it (`contract.mime` says). */
  readonly contract: TypeContract | undefined;
  readonly viewer: ResolvedViewer | undefined;
  readonly capabilities: ReadonlyMap<string, ResolvedCapability>;
  /** Whom to tell about lifecycle events: only ever the owner of the type, by the type's own contract. */
  readonly events: ReadonlyMap<LifecycleEvent, { readonly server: string; readonly tool: string }>;
  readonly alternates: readonly Alternate[];
  readonly ignored: readonly IgnoredClaim[];
  readonly conflict?: Conflict;
  readonly problems: readonly TypeDefect[];
}
