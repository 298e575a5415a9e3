import type { GroupCommit } from './group-commit.ts';
import type { Store } from './ports/store.ts';

export interface StoredRecord {
  readonly key: string;
  readonly value: unknown;
}

/**
 * Small durable values beside the channels, written in the same transactions.
 *
 * Reads see what was put before them, stored or not. A value is what JSON makes of it.
 */
export class Records {
  readonly #store: Store;
  readonly #commits: GroupCommit;

  constructor(store: Store, commits: GroupCommit) {
    this.#store = store;
    this.#commits = commits;
  }

  async get(namespace: string, key: string): Promise<unknown> {
    this.#commits.assertRunning();
    const pending = this.#commits.pendingRecord(recordId(namespace, key));
    const json = pending === undefined ? await this.#store.readRecord(namespace, key) : pending.json;
    return json === undefined ? undefined : JSON.parse(json);
  }

  put(namespace: string, key: string, value: unknown): void {
    const json = JSON.stringify(value) as string | undefined;
    if (json === undefined) throw new TypeError('A record must be a value that JSON can hold.');
    this.#write(namespace, key, json);
  }

  delete(namespace: string, key: string): void {
    this.#write(namespace, key, undefined);
  }

  /** In ascending order of the key. */
  async list(namespace: string): Promise<StoredRecord[]> {
    this.#commits.assertRunning();
    let version: number;
    let stored: readonly { readonly key: string; readonly json: string }[];
    // Read again if records were committed meanwhile: they are no longer pending and may have been missed.
    do {
      version = this.#commits.recordsVersion;
      stored = await this.#store.listRecords(namespace);
    } while (version !== this.#commits.recordsVersion);
    const found = new Map(stored.map(({ key, json }) => [key, json]));
    let merged = false;
    for (const write of this.#commits.pendingRecords()) {
      if (write.namespace !== namespace) continue;
      merged = true;
      if (write.json === undefined) found.delete(write.key);
      else found.set(write.key, write.json);
    }
    const keys = merged ? [...found.keys()].sort() : [...found.keys()];
    return keys.map((key) => ({ key, value: JSON.parse(found.get(key) ?? 'null') as unknown }));
  }

  #write(namespace: string, key: string, json: string | undefined): void {
    this.#commits.assertRunning();
    this.#commits.open.records.set(recordId(namespace, key), { namespace, key, json });
    this.#commits.wake();
  }
}

function recordId(namespace: string, key: string): string {
  return JSON.stringify([namespace, key]);
}
