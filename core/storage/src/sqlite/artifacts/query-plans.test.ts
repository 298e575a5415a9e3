import type { ArtifactFilter, SearchQuery } from '@loggia/artifacts/store';
import { expect, test } from 'vitest';
import type { SqliteDriver } from '../driver.ts';
import { openDatabase } from '../open-database.ts';
import { storageOn } from '../open-sqlite-storage.ts';
import { openDriver } from '../open-driver.ts';

/** Statements that may scan or sort, with the reason. */
const allowed: readonly RegExp[] = [
  // There are few of these, and the caller wants all of them.
  /^(SCAN (workspaces|collections)|.* FROM (workspaces|collections) ORDER BY)/s,
  // Bounded by the number of links of one artifact.
  /FROM links .* WHERE links\.artifact = \?/s,
  // A lookup in the search index, not a scan.
  /^SCAN search_index VIRTUAL TABLE INDEX \d+:\S/,
  // The values that are written.
  /^SCAN \d+(-ROW VALUES CLAUSE| CONSTANT ROWS)/,
  // The page that was found.
  /^SCAN \(subquery-\d+\): .* LIMIT \? OFFSET \?\)$/s,
  // The list of ids in the query.
  /^SCAN json_each VIRTUAL TABLE/,
  // The first row of an ordered index.
  /^SCAN \w+ USING COVERING INDEX [^;]* LIMIT 1$/s,
];

const filters: readonly ArtifactFilter[] = [
  {},
  { workspace: 'w' },
  { workspace: 'w', states: ['draft'] },
  { workspace: 'w', types: ['a/x'] },
  { workspace: 'w', types: ['a/*'], states: ['draft', 'archived'] },
  { collection: 'c' },
  { collection: 'c', types: ['a/*', 'b/x'], workspace: 'w' },
];

/** Every statement that was prepared while every query was run. */
async function statementsOf(database: SqliteDriver): Promise<string[]> {
  const statements = new Set<string>();
  const { store, artifacts } = storageOn({
    exec: (sql) => database.exec(sql),
    close: () => {},
    prepare: (sql) => {
      statements.add(sql);
      return database.prepare(sql);
    },
  });
  const after = { value: 'v', id: 'i' };
  for (const filter of filters) {
    for (const order of ['modified', 'created', 'title'] as const) {
      await artifacts.list({ ...filter, order, limit: 1 });
      await artifacts.list({ ...filter, order, after, limit: 1, deleted: true });
    }
    const search: SearchQuery = { ...filter, match: 'x', offset: 0, limit: 1 };
    await artifacts.search(search);
    await artifacts.search({ ...search, kinds: ['artifact'], since: '1', until: '2' });
  }
  for (const status of [undefined, 'parked'] as const) {
    await artifacts.events({ status, limit: 1 });
    await artifacts.events({ status, workspace: 'w', limit: 1 });
    await artifacts.events({ status, artifact: 'a', limit: 1 });
  }
  await store.close();
  return [...statements].filter((sql) => /^(SELECT|UPDATE|DELETE|INSERT)/.test(sql));
}

test('ST26: nothing that is asked or written looks through a table, or sorts what it found', async () => {
  const database = openDatabase(':memory:', openDriver);
  const statements = await statementsOf(database);
  expect(statements.filter((sql) => sql.includes('FROM listing'))).not.toHaveLength(0);
  const costly = statements.flatMap((sql) => {
    const values = Array.from(sql.matchAll(/\?/g), () => 1);
    return database
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all<{ detail: string }>(values)
      .map(({ detail }) => detail)
      .filter((detail) => /^SCAN|TEMP B-TREE/.test(detail))
      .map((detail) => `${detail}: ${sql}`)
      .filter((costs) => !allowed.some((pattern) => pattern.test(costs)));
  });
  expect(costly).toEqual([]);
  database.close();
});
