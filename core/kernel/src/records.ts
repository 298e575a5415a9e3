import { RecordUnreadable } from './errors.ts';
import type { GroupCommit } from './group-commit.ts';
import { compareKeys } from './key-order.ts';
import type { RecordRange, RecordWrite, Store } from './ports/store.ts';

export interface StoredRecord {
  readonly key: string;
  readonly value: unknown;
}

/**
 * Small durable values beside the channels, written in the same transactions.
 *
 * Reads see all earlier writes, stored or not. Values go through JSON.
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
    return json === undefined ? undefined : parsed(namespace, key, json);
  }

  put(namespace: string, key: string, value: unknown): void {
    const json = JSON.stringify(value) as string | undefined;
    if (json === undefined) throw new TypeError('A record must be a value that JSON can hold.');
    this.#write(namespace, key, json);
  }

  delete(namespace: string, key: string): void {
    this.#write(namespace, key, undefined);
  }

  /** The namespace, or a range of it. The cost of a page doesn't depend on the size of the namespace. */
  async list(namespace: string, range: RecordRange = {}): Promise<StoredRecord[]> {
    this.#commits.assertRunning();
    let version: number;
    let spare: number;
    let stored: readonly { readonly key: string; readonly json: string }[];
    do {
      version = this.#commits.recordsVersion;
      // Pending deletions must not make a page shorter than necessary.
      spare = this.#deletions(namespace);
      const limit = range.limit === undefined ? undefined : range.limit + spare;
      stored = await this.#store.listRecords(namespace, { ...range, limit });
      // Read again if records were committed meanwhile: they are no longer pending and may have been missed.
    } while (version !== this.#commits.recordsVersion || this.#deletions(namespace) > spare);
    const found = new Map(stored.map(({ key, json }) => [key, json]));
    for (const { key, json } of this.#pending(namespace)) {
      if (json === undefined) found.delete(key);
      else if (isWithin(key, range)) found.set(key, json);
    }
    const direction = range.order === 'descending' ? -1 : 1;
    const keys = [...found.keys()].sort((a, b) => direction * compareKeys(a, b)).slice(0, range.limit);
    return keys.map((key) => ({ key, value: parsed(namespace, key, found.get(key) ?? 'null') }));
  }

  /** Resolves when every write to these namespaces so far is durable; immediately if none is pending. */
  async settled(namespaces: readonly string[]): Promise<void> {
    this.#commits.assertRunning();
    const waiting = this.#commits.pendingRecords().some(({ namespace }) => namespaces.includes(namespace));
    if (waiting) await this.#commits.settled();
  }

  #pending(namespace: string): RecordWrite[] {
    return this.#commits.pendingRecords().filter((write) => write.namespace === namespace);
  }

  #deletions(namespace: string): number {
    return this.#pending(namespace).filter(({ json }) => json === undefined).length;
  }

  #write(namespace: string, key: string, json: string | undefined): void {
    this.#commits.assertRunning();
    this.#commits.open.records.set(recordId(namespace, key), { namespace, key, json });
    this.#commits.wake();
  }
}

function parsed(namespace: string, key: string, json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch (error) {
    throw new RecordUnreadable(namespace, key, { cause: error });
  }
}

function recordId(namespace: string, key: string): string {
  return JSON.stringify([namespace, key]);
}

function isWithin(key: string, { after, before }: RecordRange): boolean {
  if (after !== undefined && compareKeys(key, after) <= 0) return false;
  return before === undefined || compareKeys(key, before) < 0;
}
