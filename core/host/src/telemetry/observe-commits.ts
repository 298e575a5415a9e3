import type { Store } from '@loggia/kernel';
import type { Telemetry } from './telemetry.ts';

/** The store, with the duration of each commit told while somebody watches metrics. */
export function observeCommits(store: Store, telemetry: Telemetry): Store {
  return {
    position: () => store.position(),
    commit: async (batch) => {
      if (!telemetry.watches('metrics')) return store.commit(batch);
      const start = performance.now();
      let status = 'error';
      try {
        await store.commit(batch);
        status = 'complete';
      } finally {
        telemetry.duration('loggia.commit.duration', performance.now() - start, { status });
        telemetry.add('loggia.commit.actions', '{action}', batch.entries.length);
      }
    },
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
