import type { RecordStore } from '../session/ports.ts';

const namespace = 'enablement';
export { namespace as enablementRecords };

/** The scope of a decision: one workspace, by its URI, or everywhere. */
export type Scope = { readonly kind: 'workspace'; readonly uri: string } | { readonly kind: 'global' };

/** The subject that is turned on or off. */
export interface Switched {
  /** The key of the customization. */
  readonly key: string;
  /** The fingerprint of its definition; undefined if it starts nothing. */
  readonly about: string | undefined;
}

export interface SwitchDecision {
  readonly enabled: boolean;
  /** The definition that was turned on. */
  readonly about?: string;
}

/**
 * Applies a decision to the current definition. Turning something on covers its definition at that time; something
 * turned off stays off, however it changes.
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
      // Stored before decisions were tied to definitions: a server that was turned on then must be turned on again.
      if (typeof value === 'boolean') this.#decisions.set(key, { enabled: value });
      else if (typeof value === 'object' && value !== null) this.#decisions.set(key, value as SwitchDecision);
    }
  }

  decision(scope: Scope, { key, about }: Switched): boolean | undefined {
    return decidedAbout(this.#decisions.get(keyOf(scope, key)), about);
  }

  /** `undefined` removes the decision. */
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

  /** Removes everything about one customization, in every scope. */
  forget(customization: string): void {
    this.#forget(([about]) => about === customization);
  }

  /** Removes everything that was decided for one workspace, by its URI. */
  forgetWorkspace(uri: string): void {
    this.#forget(([, workspace]) => workspace === uri);
  }

  #forget(isMeant: (key: DecisionKey) => boolean): void {
    for (const key of this.#decisions.keys()) {
      if (!isMeant(JSON.parse(key) as DecisionKey)) continue;
      this.#decisions.delete(key);
      this.#records.delete(namespace, key);
    }
  }
}

/** The customization, and the URI of the workspace; null for everywhere. */
type DecisionKey = readonly [customization: string, workspace: string | null];

function keyOf(scope: Scope, customization: string): string {
  const key: DecisionKey = [customization, scope.kind === 'global' ? null : scope.uri];
  return JSON.stringify(key);
}
