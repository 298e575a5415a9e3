import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Batch, Kernel, type Store, type StoredChannel } from '@loggia/kernel';
import { emptyNotebook, ManualClock, ManualScheduler, notebookKind } from '@loggia/testing/kernel';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDriver } from './open-driver.ts';
import { openSqliteStore } from './open-sqlite-storage.ts';

const count = 10_000;
let directory: string;

beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'loggia-many-'));
});

afterEach(() => fs.rmSync(directory, { recursive: true }));

function stored(index: number): StoredChannel {
  return {
    uri: `notebook:/${index}`,
    kind: 'notebook',
    parent: undefined,
    createdAt: emptyNotebook.modifiedAt,
    createdSeq: index + 1,
    busy: index % 1_000 === 0,
    modifiedAt: new Date(index * 1_000).toISOString(),
    title: `Note ${index}`,
    summary: undefined,
  };
}

async function fill(file: string): Promise<void> {
  const store = openSqliteStore(file);
  const created = Array.from({ length: count }, (_, index) => stored(index));
  const batch: Batch = {
    removed: [],
    created,
    facts: [],
    entries: [],
    snapshots: created.map(({ uri, createdSeq }) => ({
      channel: uri,
      seq: createdSeq,
      head: JSON.stringify(emptyNotebook),
      items: [],
      length: 0,
    })),
    records: [],
    forgotten: [],
    partWrites: [],
    trimThrough: undefined,
    lastSeq: count,
  };
  await store.commit(batch);
  await store.close();
}

/** The same store, recording every call. */
function watched(store: Store, asked: string[]): Store {
  return new Proxy(store, {
    get(target, name: keyof Store) {
      const method = target[name];
      if (typeof method !== 'function') return method;
      return (...given: never[]) => {
        asked.push(name);
        return Reflect.apply(method, target, given) as unknown;
      };
    },
  });
}

test('ST14: the start reads no channel, and ten thousand that are stored are not held in memory', async () => {
  const file = path.join(directory, 'loggia.db');
  await fill(file);
  const clock = new ManualClock();
  const asked: string[] = [];
  const kernel = await Kernel.open({
    store: watched(openSqliteStore(file), asked),
    kinds: [notebookKind],
    clock,
    scheduler: new ManualScheduler(clock),
  });
  expect(asked).toEqual(['position']);
  expect(kernel.hotChannels).toBe(0);
  expect(await kernel.busy('notebook')).toHaveLength(10);
  const { items } = await kernel.list({ kind: 'notebook', limit: 2 });
  expect(items.map(({ uri }) => uri)).toEqual(['notebook:/9999', 'notebook:/9998']);
  expect(await kernel.count('notebook')).toBe(count);
  expect(kernel.hotChannels).toBe(0);
  // Listing and counting read rows of the directory, and no states.
  expect(asked).toEqual(['position', 'busy', 'list', 'count']);
  await kernel.close();
});

test('ST14: no query of the directory or the log reads a whole table', async () => {
  const file = path.join(directory, 'loggia.db');
  await openSqliteStore(file).close();
  const database = openDriver(file);
  const plan = (sql: string) =>
    database
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all<{ detail: string }>(Array.from(sql.matchAll(/\?/g), () => 1))
      .map(({ detail }) => detail);
  const queries = [
    'SELECT uri FROM channels WHERE kind = ? AND busy = 1 ORDER BY uri',
    'SELECT uri FROM channels WHERE kind = ? AND (modified_at, uri) < (?, ?) ORDER BY modified_at DESC, uri DESC LIMIT ?',
    'SELECT seq, changed, json FROM log WHERE channel_id = ? AND seq > ? AND seq <= ? ORDER BY seq',
    'DELETE FROM log WHERE channel_id = ?',
  ];
  for (const query of queries) {
    for (const detail of plan(query)) expect(detail).toMatch(/^SEARCH/);
  }
  database.close();
});
