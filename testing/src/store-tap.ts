import type { Batch, Store } from '@loggia/kernel';

/** A store whose commits the test can hold back or refuse. */
export interface StoreTap extends Store {
  readonly commits: number;
  /** Commits that come from now on wait for `release`. */
  hold(): void;
  /** Lets those that wait go through, and all that follow. */
  release(): void;
  /** Commits fail with this until it is called with undefined. */
  refuse(error: Error | undefined): void;
  /** The process that used it is gone: no commit gets through or comes back any more. */
  sever(): void;
}

export function tapStore(store: Store): StoreTap {
  let commits = 0;
  let refusal: Error | undefined;
  let waiting: (() => void)[] | undefined;
  let severed = false;
  return {
    get commits() {
      return commits;
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
    sever() {
      severed = true;
    },
    async commit(batch: Batch) {
      if (waiting !== undefined) await new Promise<void>((resolve) => waiting?.push(resolve));
      if (severed) return new Promise<never>(() => {});
      if (refusal !== undefined) throw refusal;
      await store.commit(batch);
      commits += 1;
      return undefined;
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
