import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from './open-database.ts';
import { openDriver } from './open-driver.ts';
import { openSqliteStore } from './open-sqlite-storage.ts';
import { UnusableDatabase } from './unusable-database.ts';

let directory: string;
let file: string;

beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'loggia-open-'));
  file = path.join(directory, 'loggia.db');
});

afterEach(() => fs.rmSync(directory, { recursive: true }));

function refusal(): UnusableDatabase {
  try {
    openDatabase(file).close();
  } catch (error) {
    if (error instanceof UnusableDatabase) return error;
    throw error;
  }
  throw new Error('The database was opened.');
}

test('ST11: a file that is no database is refused and stays as it is', () => {
  const text = 'Dear diary, today I was mistaken for a database. '.repeat(100);
  fs.writeFileSync(file, text);
  expect(refusal()).toMatchObject({ code: 'foreign', path: file });
  expect(refusal().message).toMatch(/Move it away, or choose another data directory/);
  expect(fs.readFileSync(file, 'utf8')).toBe(text);
  expect(fs.readdirSync(directory)).toEqual(['loggia.db']);
});

test("ST11: somebody else's database is refused and stays as it is", () => {
  const theirs = openDriver(file);
  theirs.exec('CREATE TABLE recipes (name TEXT)');
  theirs.close();
  const before = fs.readFileSync(file);
  expect(refusal()).toMatchObject({ code: 'foreign' });
  expect(fs.readFileSync(file).equals(before)).toBe(true);
});

test('ST11: a database of a newer version is refused', () => {
  const database = openDatabase(file);
  database.exec('INSERT INTO schema_version (version) VALUES (99)');
  database.close();
  expect(refusal()).toMatchObject({ code: 'from-the-future' });
  expect(refusal().message).toMatch(/schema 99; this one knows \d+\). Start that version or a later one/);
});

test('ST11: a damaged database is refused', async () => {
  await openSqliteStore(file).close();
  const bytes = fs.readFileSync(file);
  fs.writeFileSync(file, bytes.fill(0x5a, 100, 4_000));
  expect(refusal()).toMatchObject({ code: 'corrupt' });
  expect(refusal().message).toMatch(/Restore a backup/);
});

test('ST11: a file that cannot be opened is refused', () => {
  file = path.join(directory, 'nowhere', 'loggia.db');
  expect(refusal()).toMatchObject({ code: 'cannot-open' });
  expect(refusal().message).toMatch(/Check that its directory exists/);
});

test('ST1: closing leaves one file, with all of it inside', async () => {
  const store = openSqliteStore(file);
  await store.commit({
    removed: [],
    created: [],
    facts: [],
    entries: [],
    snapshots: [],
    forgotten: [],
    records: [{ namespace: 'a', key: 'b', json: '1' }],
    partWrites: [],
    trimThrough: undefined,
    lastSeq: 3,
  });
  await store.close();
  fs.rmSync(`${file}-wal`, { force: true });
  fs.rmSync(`${file}-shm`, { force: true });
  const again = openSqliteStore(file);
  expect(await again.position()).toEqual({ lastSeq: 3, trimmedThrough: 0 });
  await again.close();
});
