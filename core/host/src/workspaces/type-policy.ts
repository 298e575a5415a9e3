import type { Kernel } from '@loggia/kernel';
import { ProtocolError } from '@loggia/protocol';

const namespace = 'type-policy';
export { namespace as typePolicyRecords };
const key = 'policy';

/** What users decided about types. Servers are named by the id of their customization. */
export interface TypePolicy {
  /** Servers in the order in which they own a disputed type. */
  readonly precedence: Readonly<Record<string, readonly string[]>>;
  /** Who opens a standard type: a server, or "builtin". */
  readonly chosen: Readonly<Record<string, string>>;
  readonly trust: Readonly<Record<string, 'trusted' | 'untrusted'>>;
  /** Permissions that the handlers of a server get when they ask for them. */
  readonly grants: Readonly<Record<string, readonly string[]>>;
}

export interface PolicyChange {
  readonly type?: string | undefined;
  readonly precedence?: readonly string[] | undefined;
  readonly openWith?: string | null | undefined;
  readonly trust?:
    | { readonly server: string; readonly decision: 'trusted' | 'untrusted' | 'undecided' }
    | undefined;
  readonly grants?: { readonly server: string; readonly permissions: readonly string[] } | undefined;
}

const nothing: TypePolicy = {
  precedence: recordOf([]),
  chosen: recordOf([]),
  trust: recordOf([]),
  grants: recordOf([]),
};

/** Remembers decisions about types. */
export class TypePolicies {
  readonly #kernel: Kernel;
  #policy: TypePolicy = nothing;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  get policy(): TypePolicy {
    return this.#policy;
  }

  async load(): Promise<void> {
    const stored = (await this.#kernel.records.get(namespace, key)) as Partial<TypePolicy> | undefined;
    const { precedence, chosen, trust, grants } = { ...nothing, ...stored };
    this.#policy = {
      precedence: recordOf(Object.entries(precedence)),
      chosen: recordOf(Object.entries(chosen)),
      trust: recordOf(Object.entries(trust)),
      grants: recordOf(Object.entries(grants)),
    };
  }

  change({ type, precedence, openWith, trust, grants }: PolicyChange): void {
    if (type === undefined && (precedence !== undefined || openWith !== undefined)) {
      throw new ProtocolError(
        'InvalidParams',
        'Say which type is meant: precedence and openWith need "type".',
      );
    }
    const before = this.#policy;
    this.#policy = {
      precedence: set(before.precedence, type, precedence?.length === 0 ? null : precedence),
      chosen: set(before.chosen, type, openWith),
      trust: set(before.trust, trust?.server, trust?.decision === 'undecided' ? null : trust?.decision),
      grants: set(
        before.grants,
        grants?.server,
        grants?.permissions.length === 0 ? null : grants?.permissions,
      ),
    };
    this.#kernel.records.put(namespace, key, this.#policy);
  }
}

/** `null` forgets, `undefined` leaves it as it is. */
function set<Value>(
  record: Readonly<Record<string, Value>>,
  name: string | undefined,
  value: Value | null | undefined,
): Readonly<Record<string, Value>> {
  if (name === undefined || value === undefined) return record;
  const rest = Object.entries(record).filter(([other]) => other !== name);
  return recordOf(value === null ? rest : [...rest, [name, value]]);
}

/** It is looked up by what others chose to be called, so it knows no names but its own. */
function recordOf<Value>(entries: readonly (readonly [string, Value])[]): Readonly<Record<string, Value>> {
  return Object.assign(Object.create(null) as Record<string, Value>, Object.fromEntries(entries));
}
