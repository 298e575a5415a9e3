import type { KeyObject } from 'node:crypto';
import { seal, unseal } from './seal.ts';

/** Small durable values, as stored by the kernel. */
export interface RecordStore {
  put(namespace: string, key: string, value: unknown): void;
  delete(namespace: string, key: string): void;
  list(namespace: string): Promise<readonly { readonly key: string; readonly value: unknown }[]>;
}

export interface SealingOptions {
  readonly key: KeyObject;
  /** The namespaces whose values hold secrets; other values stay as they are. */
  readonly namespaces: readonly string[];
  /** Reports a value that can't be decrypted; it is left out. */
  report(problem: string): void;
}

/** Records of which some are encrypted at rest. A value can only be decrypted under the name it was stored under. */
export function sealedRecords(records: RecordStore, options: SealingOptions): RecordStore {
  const { key: secret, namespaces, report } = options;
  const isSealed = (namespace: string) => namespaces.includes(namespace);
  const contextOf = (namespace: string, key: string) => JSON.stringify([namespace, key]);
  return {
    put: (namespace, key, value) => {
      if (!isSealed(namespace)) return records.put(namespace, key, value);
      return records.put(namespace, key, seal(secret, JSON.stringify(value), contextOf(namespace, key)));
    },
    delete: (namespace, key) => records.delete(namespace, key),
    list: async (namespace) => {
      const stored = await records.list(namespace);
      if (!isSealed(namespace)) return stored;
      return stored.flatMap(({ key, value }) => {
        const text = typeof value === 'string' && unseal(secret, value, contextOf(namespace, key));
        if (typeof text === 'string') return [{ key, value: JSON.parse(text) as unknown }];
        report(`"${key}" in "${namespace}" was stored with another key, or is damaged. Store it again.`);
        return [];
      });
    },
  };
}
