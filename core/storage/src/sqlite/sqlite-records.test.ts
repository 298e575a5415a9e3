import { expect, test } from 'vitest';
import type { SqliteDriver } from './driver.ts';
import { openDriver } from './open-driver.ts';
import { migrations } from './schema.ts';
import { SqliteRecords } from './sqlite-records.ts';

test('ST15: no listing reads a namespace from its beginning, or sorts what it found', () => {
  const database = openDriver(':memory:');
  for (const migration of migrations) database.exec(migration);
  const listings: string[] = [];
  const watched: SqliteDriver = {
    exec: (sql) => database.exec(sql),
    close: () => database.close(),
    prepare: (sql) => {
      if (sql.includes('ORDER BY')) listings.push(sql);
      return database.prepare(sql);
    },
  };
  const records = new SqliteRecords(watched);
  expect(listings).toHaveLength(8);
  for (const sql of listings) {
    const bounds = [...sql.matchAll(/key ([<>]) \?/g)].map(([, sign]) => ` AND key${sign}?`);
    const values = ['n', ...bounds.map(() => 'k'), 1];
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all<{ detail: string }>(values);
    expect(plan.map(({ detail }) => detail)).toEqual([
      `SEARCH records USING PRIMARY KEY (namespace=?${bounds.join('')})`,
    ]);
  }
  expect(records.list('n')).toEqual([]);
  database.close();
});
