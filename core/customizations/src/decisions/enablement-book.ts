import type { RecordStore } from '../session/ports.ts';

const namespace = 'enablement';
export { namespace as enablementRecords };

/** Where a decision holds: in one workspace, by its URI, or everywhere. */
export type Scope = { readonly kind: 'workspace'; readonly uri: string } | { readonly kind: 'global' };

/** What users decided beyond one session. Complete once `load` has been awaited. */
export class EnablementBook {
  readonly #records: RecordStore;
  readonly #decisions = new Map<string, boolean>();

  constructor(records: RecordStore) {
    this.#records = records;
  }

  async load(): Promise<void> {
    for (const { key, value } of await this.#records.list(namespace)) {
      if (typeof value === 'boolean') this.#decisions.set(key, value);
    }
  }

  decision(scope: Scope, customization: string): boolean | undefined {
    return this.#decisions.get(keyOf(scope, customization));
  }

  /** `undefined` takes the decision back. */
  decide(scope: Scope, customization: string, enabled: boolean | undefined): void {
    const key = keyOf(scope, customization);
    if (this.#decisions.get(key) === enabled) return;
    if (enabled === undefined) {
      this.#decisions.delete(key);
      this.#records.delete(namespace, key);
      return;
    }
    this.#decisions.set(key, enabled);
    this.#records.put(namespace, key, enabled);
  }
}

function keyOf(scope: Scope, customization: string): string {
  return JSON.stringify([customization, scope.kind === 'global' ? null : scope.uri]);
}
