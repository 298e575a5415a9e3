import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from './open-database.ts';
import { upkeepOf } from './upkeep.ts';

let directory: string;

beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'loggia-upkeep-'));
});

afterEach(() => fs.rmSync(directory, { recursive: true }));

test('SE12: room that is no longer used goes back to the disk, a little at a time', async () => {
  const file = path.join(directory, 'loggia.db');
  const database = openDatabase(file);
  let pauses = 0;
  const upkeep = upkeepOf(database, async () => void (pauses += 1));
  database.exec('CREATE TABLE heap (bytes BLOB)');
  database.exec(
    'INSERT INTO heap WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000) SELECT zeroblob(4000) FROM n',
  );
  database.exec('DELETE FROM heap');
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const before = fs.statSync(file).size;
  await upkeep.giveBack();
  expect(fs.statSync(file).size).toBeLessThan(before / 4);
  expect(pauses).toBeGreaterThan(5);
  database.close();
});

test('SE12: a little unused room stays for what comes next', async () => {
  const file = path.join(directory, 'loggia.db');
  const database = openDatabase(file);
  database.exec('CREATE TABLE heap (bytes BLOB)');
  database.exec('INSERT INTO heap VALUES (zeroblob(1000000))');
  database.exec('DELETE FROM heap');
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const before = fs.statSync(file).size;
  await upkeepOf(database, async () => {}).giveBack();
  expect(fs.statSync(file).size).toBe(before);
  database.close();
});
