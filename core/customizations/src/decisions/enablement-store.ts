import type { RecordStore } from '../session/ports.ts';

const namespace = 'enablement';
export { namespace as enablementRecords };

/** The scope of a decision: one workspace, by its URI, or everywhere. */
export type Scope = { readonly kind: 'workspace'; readonly uri: string } | { readonly kind: 'global' };

/** The subject that is turned on or off. */
export interface Switched {
  /** Of the customization. */
  readonly key: string;
  /** Of its definition; undefined for what starts nothing. */
  readonly about: string | undefined;
}

export interface SwitchDecision {
  readonly enabled: boolean;
  /** The definition that was turned on. */
  readonly about?: string;
}

/**
 * Applies a decision to the current definition. Turning something on covers what it was at that time; what was
 * turned off stays off, whatever becomes of it.
 */
export function decidedAbout(
  decision: SwitchDecision | undefined,
  about: string | undefined,
): boolean | undefined {
  if (!decision?.enabled) return decision?.enabled;
  return decision.about === about ? true : undefined;
}

export function switchDecision(enabled: boolean, about: string | undefined): SwitchDecision {
  return { enabled, ...(enabled && about !== undefined && { about }) };
}

/** The users' decisions beyond one session. Complete once `load` has been awaited. */
export class EnablementStore {
  readonly #records: RecordStore;
  readonly #decisions = new Map<string, SwitchDecision>();

  constructor(records: RecordStore) {
    this.#records = records;
  }

  async load(): Promise<void> {
    for (const { key, value } of await this.#records.list(namespace)) {
      // From before decisions were about definitions: a server that was turned on then has to be turned on again.
      if (typeof value === 'boolean') this.#decisions.set(key, { enabled: value });
      else if (typeof value === 'object' && value !== null) this.#decisions.set(key, value as SwitchDecision);
    }
  }

  decision(scope: Scope, { key, about }: Switched): boolean | undefined {
    return decidedAbout(this.#decisions.get(keyOf(scope, key)), about);
  }

  /** `undefined` takes the decision back. */
  decide(scope: Scope, switched: Switched, enabled: boolean | undefined): void {
    const key = keyOf(scope, switched.key);
    if (enabled === undefined) {
      if (!this.#decisions.delete(key)) return;
      this.#records.delete(namespace, key);
      return;
    }
    const decision = switchDecision(enabled, switched.about);
    const before = this.#decisions.get(key);
    if (before?.enabled === decision.enabled && before.about === decision.about) return;
    this.#decisions.set(key, decision);
    this.#records.put(namespace, key, decision);
  }

  /** Everything about one customization, in every scope. */
  forget(customization: string): void {
    for (const key of this.#decisions.keys()) {
      const [about] = JSON.parse(key) as [string];
      if (about !== customization) continue;
      this.#decisions.delete(key);
      this.#records.delete(namespace, key);
    }
  }
}

function keyOf(scope: Scope, customization: string): string {
  return JSON.stringify([customization, scope.kind === 'global' ? null : scope.uri]);
}
