import type { Store } from '@loggia/kernel';
import type { Telemetry } from './telemetry.ts';

const complete = { status: 'complete' };
const failed = { status: 'error' };

/** The store, with the duration and size of each commit counted. */
export function observeCommits(store: Store, telemetry: Telemetry): Store {
  return {
    position: () => store.position(),
    commit: async (batch) => {
      const start = performance.now();
      let outcome = failed;
      try {
        await store.commit(batch);
        outcome = complete;
      } finally {
        telemetry.duration('loggia.commit.duration', performance.now() - start, outcome);
        telemetry.add('loggia.commit.actions', '{action}', batch.entries.length);
        telemetry.record('loggia.commit.size', '{action}', batch.entries.length);
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
