import type { Kernel } from '@loggia/kernel';
import { ProtocolError } from '@loggia/protocol';

const namespace = 'type-policy';
export { namespace as typePolicyRecords };
const key = 'policy';
/** Stands for the platform itself in place of a server. */
const builtin = 'builtin';

/** The users' decisions about types. Servers are named by the id of their customization. */
export interface TypePolicy {
  /** Servers in order of precedence for a disputed type. */
  readonly precedence: Readonly<Record<string, readonly string[]>>;
  /** The provider that opens a standard type: a server, or "builtin". */
  readonly chosen: Readonly<Record<string, string>>;
  readonly trust: Readonly<Record<string, 'trusted' | 'untrusted'>>;
  /** Permissions that a server's handlers get when they ask for them. */
  readonly grants: Readonly<Record<string, readonly string[]>>;
}

interface Stored extends TypePolicy {
  /** The definition of each server at the time of a decision: decisions hold only for that one. */
  readonly about: Readonly<Record<string, string>>;
}

/** The fingerprint of a server's definition; undefined if there is no such server now. */
export type DefinitionOf = (server: string) => string | undefined;

export interface PolicyChange {
  readonly type?: string | undefined;
  readonly precedence?: readonly string[] | undefined;
  readonly openWith?: string | null | undefined;
  readonly trust?:
    | { readonly server: string; readonly decision: 'trusted' | 'untrusted' | 'undecided' }
    | undefined;
  readonly grants?: { readonly server: string; readonly permissions: readonly string[] } | undefined;
}

const nothing: Stored = {
  precedence: recordOf([]),
  chosen: recordOf([]),
  trust: recordOf([]),
  grants: recordOf([]),
  about: recordOf([]),
};

/** Stores decisions about types. A decision about a server holds as long as the server's definition stays the same. */
export class TypePolicies {
  readonly #kernel: Kernel;
  #policy: Stored = nothing;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  /** The decisions that hold for the current servers. */
  holding(definitionOf: DefinitionOf): TypePolicy {
    const holds = without(this.#policy, (server) => this.#isAbout(server, definitionOf(server)));
    const { about: _about, ...policy } = holds;
    return policy;
  }

  grantsOf(server: string, definition: string | undefined): readonly string[] {
    return (this.#isAbout(server, definition) && this.#policy.grants[server]) || [];
  }

  trustIn(server: string, definition: string | undefined): TypePolicy['trust'][string] | undefined {
    return this.#isAbout(server, definition) ? this.#policy.trust[server] : undefined;
  }

  async load(): Promise<void> {
    const stored = (await this.#kernel.records.get(namespace, key)) as Partial<Stored> | undefined;
    const { precedence, chosen, trust, grants, about } = { ...nothing, ...stored };
    this.#policy = {
      precedence: recordOf(Object.entries(precedence)),
      chosen: recordOf(Object.entries(chosen)),
      trust: recordOf(Object.entries(trust)),
      grants: recordOf(Object.entries(grants)),
      about: recordOf(Object.entries(about)),
    };
  }

  change(change: PolicyChange, definitionOf: DefinitionOf): void {
    const { type, precedence, openWith, trust, grants } = change;
    if (type === undefined && (precedence !== undefined || openWith !== undefined)) {
      throw new ProtocolError(
        'InvalidParams',
        'Say which type is meant: precedence and openWith need "type".',
      );
    }
    const named = [...(precedence ?? []), openWith, trust?.server, grants?.server];
    const servers = named.flatMap((server) => (server && server !== builtin ? [server] : []));
    const about = new Map(servers.map((server) => [server, known(server, definitionOf)]));
    // Decisions about another definition of the same server are dropped before a new one is made.
    const before = without(
      this.#policy,
      (server) => !about.has(server) || this.#isAbout(server, about.get(server)),
    );
    this.#policy = {
      precedence: set(before.precedence, type, precedence?.length === 0 ? null : precedence),
      chosen: set(before.chosen, type, openWith),
      trust: set(before.trust, trust?.server, trust?.decision === 'undecided' ? null : trust?.decision),
      grants: set(
        before.grants,
        grants?.server,
        grants?.permissions.length === 0 ? null : grants?.permissions,
      ),
      about: recordOf([...Object.entries(before.about), ...about]),
    };
    this.#store();
  }

  /** Drops everything about a removed server. */
  forget(server: string): void {
    this.#policy = without(this.#policy, (other) => other !== server);
    this.#store();
  }

  /** Decisions from before definitions were recorded don't hold. */
  #isAbout(server: string, definition: string | undefined): boolean {
    return definition !== undefined && this.#policy.about[server] === definition;
  }

  #store(): void {
    this.#kernel.records.put(namespace, key, this.#policy);
  }
}

/** A decision needs a definition that the user can see. */
function known(server: string, definitionOf: DefinitionOf): string {
  const definition = definitionOf(server);
  if (definition !== undefined) return definition;
  throw new ProtocolError('NotFound', `There is no server "${server}". List the servers again.`);
}

/** Keeps only entries about servers that pass, and entries about no server. */
function without(policy: Stored, keeps: (server: string) => boolean): Stored {
  const byServer = <Value>(record: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
    recordOf(Object.entries(record).filter(([server]) => keeps(server)));
  const isKept = (server: string): boolean => server === builtin || keeps(server);
  return {
    precedence: recordOf(
      Object.entries(policy.precedence)
        .map(([type, servers]) => [type, servers.filter(isKept)] as const)
        .filter(([, servers]) => servers.length > 0),
    ),
    chosen: recordOf(Object.entries(policy.chosen).filter(([, server]) => isKept(server))),
    trust: byServer(policy.trust),
    grants: byServer(policy.grants),
    about: byServer(policy.about),
  };
}

/** `null` removes the entry, `undefined` leaves it as it is. */
function set<Value>(
  record: Readonly<Record<string, Value>>,
  name: string | undefined,
  value: Value | null | undefined,
): Readonly<Record<string, Value>> {
  if (name === undefined || value === undefined) return record;
  const rest = Object.entries(record).filter(([other]) => other !== name);
  return recordOf(value === null ? rest : [...rest, [name, value]]);
}

/** Without a prototype: keys are names that others choose. */
function recordOf<Value>(entries: readonly (readonly [string, Value])[]): Readonly<Record<string, Value>> {
  return Object.assign(Object.create(null) as Record<string, Value>, Object.fromEntries(entries));
}
