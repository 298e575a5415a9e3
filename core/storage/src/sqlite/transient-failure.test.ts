import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Kernel, TransientStoreError } from '@loggia/kernel';
import {
  emptyNotebook,
  ManualClock,
  ManualScheduler,
  notebookKind,
  Watcher,
  write,
} from '@loggia/testing/kernel';
import { nothing } from '@loggia/testing/store-contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SqliteDriver } from './driver.ts';
import { openDatabase } from './open-database.ts';
import { SqliteStore } from './sqlite-store.ts';

let directory: string;
let database: SqliteDriver;

beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'loggia-full-'));
  database = openDatabase(path.join(directory, 'loggia.db'));
});

afterEach(() => fs.rmSync(directory, { recursive: true }));

function limitDisk(pages: number): void {
  database.prepare(`PRAGMA max_page_count = ${pages}`).get([]);
}

function usedPages(): number {
  return database.prepare('PRAGMA page_count').get<{ page_count: number }>([])?.page_count ?? 0;
}

test('ST10: a commit on a full disk fails as transient, leaves no trace, and works once there is room', async () => {
  const store = new SqliteStore(database);
  const put = (key: string) => ({
    removed: [],
    created: [],
    facts: [],
    entries: [],
    snapshots: [],
    forgotten: [],
    records: [
      { namespace: 'small', key, json: '1' },
      { namespace: 'large', key, json: JSON.stringify('x'.repeat(100_000)) },
    ],
    partWrites: [],
    trimThrough: undefined,
    lastSeq: 5,
  });
  limitDisk(usedPages() + 2);
  const refused = await store.commit(put('a')).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(TransientStoreError);
  expect(refused).toMatchObject({ reason: 'the disk is full' });
  expect(await store.readRecord('small', 'a')).toBeUndefined();
  expect(await store.position()).toEqual({ lastSeq: 0, trimmedThrough: 0 });
  limitDisk(10_000);
  await store.commit(put('a'));
  expect(await store.readRecord('small', 'a')).toBe('1');
  expect(await store.position()).toEqual({ lastSeq: 5, trimmedThrough: 0 });
  await store.close();
});

test('ST10: a commit while somebody else holds the database fails as transient', async () => {
  const store = new SqliteStore(database);
  const batch = { ...nothing, lastSeq: 1 };
  const other = openDatabase(path.join(directory, 'loggia.db'));
  other.exec('BEGIN IMMEDIATE');
  const refused = await store.commit(batch).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(TransientStoreError);
  expect(refused).toMatchObject({ reason: 'another process holds the database' });
  other.exec('ROLLBACK');
  other.close();
  await store.commit(batch);
  expect(await store.position()).toEqual({ lastSeq: 1, trimmedThrough: 0 });
  await store.close();
});

test('ST10: a kernel on a full disk loses nothing and goes on when there is room', async () => {
  const clock = new ManualClock();
  const scheduler = new ManualScheduler(clock);
  const open = (driver: SqliteDriver) =>
    Kernel.open({ store: new SqliteStore(driver), kinds: [notebookKind], clock, scheduler });
  const kernel = await open(database);
  const channel = kernel.create('notebook:/a', 'notebook', emptyNotebook);
  await scheduler.settle();
  const watcher = new Watcher();
  kernel.subscribe(channel, watcher);
  limitDisk(usedPages() + 5);
  const kept: number[] = [];
  while (kernel.health.ok) {
    kept.push(kernel.append(channel, write('x'.repeat(1_000)))?.seq ?? 0);
    await scheduler.settle();
  }
  kept.push(kernel.append(channel, write('y'))?.seq ?? 0);
  await scheduler.advance(20_000);
  expect(kernel.health).toMatchObject({ ok: false, reason: 'the disk is full', waiting: 2 });
  expect(watcher.seqs).toEqual(kept.slice(0, -2));
  limitDisk(10_000);
  await scheduler.advance(20_000);
  expect(kernel.health).toEqual({ ok: true });
  expect(watcher.seqs).toEqual(kept);
  const { state } = channel;
  await kernel.close();
  const again = await open(openDatabase(path.join(directory, 'loggia.db')));
  expect(await again.load('notebook:/a')).toMatchObject({ state, seq: kept.at(-1) });
  await again.close();
});
