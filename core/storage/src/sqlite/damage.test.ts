import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { TransientStoreError } from '@loggia/kernel';
import { nothing } from '@loggia/testing/store-contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkDatabase } from './check-database.ts';
import { driversHere } from './drivers.testkit.ts';
import { openDatabase } from './open-database.ts';
import { openSqliteStorage } from './open-sqlite-storage.ts';
import { UnusableDatabase } from './unusable-database.ts';

let directory: string;
let file: string;

beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'loggia-damage-'));
  file = path.join(directory, 'loggia.db');
});

afterEach(() => fs.rmSync(directory, { recursive: true }));

const put = (key: string, lastSeq: number) => ({
  ...nothing,
  records: [{ namespace: 'n', key, json: JSON.stringify(key.repeat(100)) }],
  lastSeq,
});

describe.each(driversHere())('with %s', (name, open) => {
  test('SE11: a text that is not UTF-8 is damage that can be caught, wherever it is read', () => {
    const database = openDatabase(file, open);
    database.exec("INSERT INTO records VALUES ('n', 'bad', CAST(x'22ff22' AS TEXT)), ('n', 'good', '\"ü\"')");
    database.exec(
      "INSERT INTO workspaces (id, title, description, created_at) VALUES ('w', CAST(x'ff' AS TEXT), NULL, '')",
    );
    const queries = [
      'SELECT json FROM records ORDER BY key',
      'SELECT num, id, title, description, created_at FROM workspaces',
      'SELECT json_group_array(title) AS titles FROM workspaces',
      'SELECT upper(title) AS title FROM workspaces',
    ];
    for (const sql of queries) {
      const statement = database.prepare(sql);
      // Node's own driver replaces the bytes; libsql's would abort the process if it saw them.
      const expected = name === 'libsql' ? 'SQLITE_CORRUPT' : 'read';
      expect([codeOf(() => statement.get([])), codeOf(() => statement.all([]))]).toEqual([
        expected,
        expected,
      ]);
    }
    expect(database.prepare("SELECT json FROM records WHERE key = 'good'").get([])).toMatchObject({
      json: '"ü"',
    });
    database.close();
  });

  test('ST1: texts, numbers and nulls are read as they were written, however many there are in a row', () => {
    const database = openDatabase(file, open);
    const text = 'a "quoted" \\\\ \u0001 \n ünï😀 {"json": [1]}';
    database
      .prepare('INSERT INTO workspaces (id, title, description, created_at) VALUES (?, ?, ?, ?)')
      .run([text, '[1, 2]', null, '7']);
    const row = { num: 1, id: text, title: '[1, 2]', description: null, created_at: '7' };
    const wide = database.prepare('SELECT num, id, title, description, created_at FROM workspaces');
    expect(wide.get([])).toMatchObject(row);
    expect(wide.all([])).toMatchObject([row]);
    const narrow = database.prepare('SELECT num, title, description FROM workspaces');
    expect(narrow.all([])).toMatchObject([{ num: 1, title: '[1, 2]', description: null }]);
    const made = database.prepare(
      'SELECT json_array(title) AS listed, count(*) AS count, id, created_at FROM workspaces',
    );
    expect(made.get([])).toMatchObject({ listed: '["[1, 2]"]', count: 1, id: text, created_at: '7' });
    database.close();
  });
});

test('SE11: damage that shows while the host runs is named, stops writes and leaves the rest to be read', async () => {
  const first = openSqliteStorage(file);
  await first.store.commit(put('a', 1));
  const noticed: UnusableDatabase[] = [];
  await first.store.close();
  const storage = openSqliteStorage(file, (damage) => noticed.push(damage));
  // The table of commits is not needed for records.
  const raw = openDatabase(file);
  const { rootpage } = raw
    .prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'commits_by_workspace'")
    .get<{ rootpage: number }>([]) ?? { rootpage: 0 };
  const handle = fs.openSync(file, 'r+');
  fs.writeSync(handle, Buffer.alloc(4096, 0x5a), 0, 4096, (rootpage - 1) * 4096);
  fs.closeSync(handle);
  // Changes by another connection are read again.
  raw.exec("INSERT INTO records VALUES ('n', 'c', '1')");
  raw.close();
  expect(storage.damage).toBeUndefined();
  await expect(storage.artifacts.commits('w', { limit: 10 })).rejects.toThrow(UnusableDatabase);
  expect(storage.damage?.message).toContain(`${file} is damaged`);
  expect(storage.damage?.message).toMatch(/Restore a backup.*loggia doctor --deep/);
  const refused: unknown = await storage.store.commit(put('b', 2)).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(TransientStoreError);
  expect(refused).toMatchObject({
    reason: 'the database is damaged',
    advice: expect.stringContaining('restore a backup'),
  });
  expect(await storage.store.readRecord('n', 'a')).toBe(JSON.stringify('a'.repeat(100)));
  expect(noticed).toEqual([storage.damage]);
  await storage.store.close();
});

test('SE11: a page that nothing reads at first is noticed when the database is opened', async () => {
  const { store } = openSqliteStorage(file);
  await store.commit(put('a', 1));
  await store.close();
  const bytes = fs.readFileSync(file);
  const at = bytes.lastIndexOf('a'.repeat(90));
  fs.writeFileSync(file, bytes.fill(0, Math.floor(at / 4096) * 4096, Math.floor(at / 4096) * 4096 + 4096));
  const before = fs.readFileSync(file);
  expect(() => openSqliteStorage(file)).toThrow(/loggia\.db is damaged \(.*\)\. Restore a backup/);
  expect(fs.readFileSync(file).equals(before)).toBe(true);
});

test('SE11: a search index that does not match its texts is found by looking deep', () => {
  const database = openDatabase(file);
  expect(checkDatabase(database, 'deep')).toEqual({ problems: [] });
  database.exec("INSERT INTO search_texts (num, title, text) VALUES (2, 'seen', 'by nobody')");
  expect(checkDatabase(database, 'quick')).toEqual({ problems: [] });
  expect(checkDatabase(database, 'deep').problems).toEqual([expect.stringContaining('search index')]);
  database.close();
});

function codeOf(read: () => unknown): string {
  try {
    read();
    return 'read';
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}
