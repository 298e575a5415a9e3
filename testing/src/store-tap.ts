import type { Batch, Store } from '@loggia/kernel';

/** A store whose commits the test can hold back or refuse. */
export interface StoreTap extends Store {
  readonly commits: number;
  /** The newest number of a channel or an entry that this tap has let through. */
  readonly newestStored: number;
  /** Further commits wait for `release`. */
  hold(): void;
  /** Releases waiting commits and all that follow. */
  release(): void;
  /** Commits fail with this until it is called with undefined. */
  refuse(error: Error | undefined): void;
  /**
   * Simulates the end of its process: no commit begins or returns any more. Resolves when one that had begun is over,
   * whether or not it was stored.
   */
  sever(): Promise<void>;
}

export function tapStore(store: Store): StoreTap {
  let commits = 0;
  let newestStored = 0;
  let refusal: Error | undefined;
  let waiting: (() => void)[] | undefined;
  let severed = false;
  let underWay: Promise<void> = Promise.resolve();

  const write = async (batch: Batch): Promise<void> => {
    await store.commit(batch);
    commits += 1;
    const stored = [...batch.entries.map(({ seq }) => seq), ...batch.created.map((made) => made.createdSeq)];
    newestStored = Math.max(newestStored, ...stored);
  };

  return {
    get commits() {
      return commits;
    },
    get newestStored() {
      return newestStored;
    },
    hold() {
      waiting ??= [];
    },
    release() {
      const released = waiting ?? [];
      waiting = undefined;
      for (const go of released) go();
    },
    refuse(error) {
      refusal = error;
    },
    async sever() {
      severed = true;
      await underWay.catch(() => {});
    },
    async commit(batch: Batch) {
      if (waiting !== undefined) await new Promise<void>((resolve) => waiting?.push(resolve));
      if (severed) return new Promise<never>(() => {});
      if (refusal !== undefined) throw refusal;
      underWay = write(batch);
      await underWay;
      return severed ? new Promise<never>(() => {}) : undefined;
    },
    position: () => store.position(),
    readChannel: (uri) => store.readChannel(uri),
    readSnapshot: (uri) => store.readSnapshot(uri),
    readLog: (query) => store.readLog(query),
    list: (query) => store.list(query),
    busy: (kind) => store.busy(kind),
    count: (kind) => store.count(kind),
    readRecord: (namespace, key) => store.readRecord(namespace, key),
    listRecords: (namespace, range) => store.listRecords(namespace, range),
    close: () => store.close(),
  };
}
