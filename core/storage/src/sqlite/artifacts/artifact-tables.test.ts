import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ArtifactRow, ArtifactWrite } from '@loggia/artifacts/store';
import { batchOf } from '@loggia/testing/artifact-store-contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SqliteDriver } from '../driver.ts';
import { openDatabase } from '../open-database.ts';
import { openDriver } from '../open-driver.ts';
import { openSqliteStorage, storageOn } from '../open-sqlite-storage.ts';
import { applicationId, migrations } from '../schema.ts';

const at = '2026-01-01T00:00:00.000Z';
let directory: string;
let file: string;

beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'loggia-tables-'));
  file = path.join(directory, 'loggia.db');
});

afterEach(() => fs.rmSync(directory, { recursive: true }));

function artifact(id: string, changes: Partial<ArtifactRow> = {}): ArtifactWrite {
  const row: ArtifactRow = {
    id,
    workspace: 'w',
    type: 'a/x',
    title: `secret ${id}`,
    context: '{"secret":1}',
    content: undefined,
    archived: false,
    dirty: false,
    revision: 1,
    version: 1,
    createdAt: at,
    createdBy: 'ada',
    modifiedAt: at,
    modifiedBy: 'ada',
    deletedAt: undefined,
    ...changes,
  };
  return { kind: 'artifact', row };
}

const workspace: ArtifactWrite = {
  kind: 'workspace',
  row: { id: 'w', title: 'W', description: undefined, createdAt: at },
};

function derived(id: string, text: string): ArtifactWrite {
  return {
    kind: 'derived',
    row: { artifact: id, key: 'k', excerpt: 'secret', thumbnail: undefined },
    text,
  };
}

/** The rows of every table, except the blocks of the index, which are cleared when they are next merged. */
function dump(database: SqliteDriver): Record<string, unknown[]> {
  const tables = database
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'`)
    .all<{ name: string }>([])
    .map(({ name }) => name)
    .filter((name) => !/^search_index_(data|idx)$/.test(name));
  return Object.fromEntries(tables.map((name) => [name, database.prepare(`SELECT * FROM ${name}`).all([])]));
}

test('ST23: what is purged, and what goes with its workspace, leaves no row behind', async () => {
  const database = openDatabase(file);
  const { store, artifacts } = storageOn(database);
  const commit = (...writes: ArtifactWrite[]) => store.commit(batchOf(...writes));
  const collection: ArtifactWrite = {
    kind: 'collection',
    row: { id: 'c', title: 'C', description: undefined, createdAt: at, modifiedAt: at },
  };
  await commit(workspace, collection);
  const before = dump(database);
  const content = { hash: 'secret-hash', size: 1 };
  const { row } = artifact('a', { content }) as Extract<ArtifactWrite, { kind: 'artifact' }>;
  const fill = (): Promise<void> =>
    commit(
      workspace,
      { kind: 'artifact', row },
      { kind: 'version', row: { ...row, artifact: 'a', commit: 'x', message: 'm', author: 'ada', at } },
      { kind: 'link', collection: 'c', artifact: 'a', at },
      derived('a', 'secret words'),
    );

  await fill();
  expect(dump(database)).not.toEqual(before);
  await commit({ kind: 'artifact', row: { ...row, deletedAt: at } });
  await commit({ kind: 'artifactGone', id: 'a' });
  expect(dump(database)).toEqual(before);
  await fill();
  await commit({ kind: 'artifactGone', id: 'a' });
  expect(dump(database)).toEqual(before);

  await fill();
  await commit(
    { kind: 'commit', row: { id: 'x', workspace: 'w', message: 'm', author: 'ada', at } },
    {
      kind: 'event',
      row: {
        ...{ id: 'e', artifact: 'a', workspace: 'w', type: 'a/x', kind: 'create', at, payload: '{}' },
        ...{ status: 'waiting', attempts: 0, nextAt: 0, reason: undefined, server: undefined },
      },
    },
    {
      kind: 'document',
      row: {
        kind: 'message',
        ref: 'm',
        parent: 's',
        workspace: 'w',
        at,
        title: 't',
        text: 'secret',
        data: '{}',
      },
    },
  );
  await commit({ kind: 'workspaceGone', id: 'w' });
  expect(dump(database)).toEqual({ ...before, workspaces: [] });
  expect(await artifacts.search({ match: 'secret', offset: 0, limit: 10 })).toEqual([]);
  await store.close();
});

test('ST23: a workspace of more artifacts than are taken at once goes whole', async () => {
  const database = openDatabase(file);
  const { store } = storageOn(database);
  const before = dump(database);
  const writes = Array.from({ length: 1_100 }, (_, index) =>
    artifact(`a${index}`, { deletedAt: index % 3 ? undefined : at }),
  );
  await store.commit(batchOf(workspace, ...writes));
  await store.commit(batchOf({ kind: 'workspaceGone', id: 'w' }));
  expect(dump(database)).toEqual(before);
  await store.close();
});

test('ST27: a database of the first version is brought up to date with all that is in it', async () => {
  const old = openDriver(file);
  old.exec('CREATE TABLE schema_version (version INTEGER PRIMARY KEY) STRICT');
  old.exec(migrations[0] ?? '');
  old.exec('INSERT INTO schema_version (version) VALUES (1)');
  old.exec(`PRAGMA application_id = ${applicationId}`);
  old.exec(`INSERT INTO records (namespace, key, json) VALUES ('n', 'k', '"kept"')`);
  old.exec(`INSERT INTO channels (uri, kind, created_at, created_seq, modified_at, busy)
              VALUES ('note:/a', 'note', '${at}', 1, '${at}', 0)`);
  old.exec(`INSERT INTO log (seq, channel_id, changed, json) VALUES (2, 1, 1, '{"kept":true}')`);
  old.exec(`UPDATE position SET seq = 2 WHERE name = 'last'`);
  old.close();
  for (let opening = 0; opening < 2; opening++) {
    const { store, artifacts } = openSqliteStorage(file);
    expect(await store.position()).toEqual({ lastSeq: 2, trimmedThrough: 0 });
    expect(await store.readRecord('n', 'k')).toBe('"kept"');
    expect(await store.readChannel('note:/a')).toMatchObject({ kind: 'note', createdSeq: 1 });
    expect(await store.readLog({ channels: ['note:/a'], after: 0, through: 9 })).toMatchObject({
      rows: [{ seq: 2, json: '{"kept":true}' }],
    });
    await store.commit({ ...batchOf(workspace, artifact(`a${opening}`)), lastSeq: 2 });
    expect(await artifacts.list({ order: 'title', limit: 9 })).toHaveLength(opening + 1);
    await store.close();
  }
});

/** The number of rows in all tables, including the index, that are written when many artifacts change in this order. */
async function rowsWritten(order: (ids: string[]) => string[]): Promise<number> {
  const database = openDatabase(path.join(directory, `${order.name}.db`));
  const { store, artifacts } = storageOn(database);
  const ids = Array.from({ length: 1_000 }, (_, index) => `a${index}`);
  await store.commit(batchOf(workspace, ...ids.map((id) => artifact(id))));
  const total = database.prepare('SELECT total_changes() AS count');
  const before = total.get<{ count: number }>([])?.count ?? 0;
  await store.commit(
    batchOf(...order(ids).flatMap((id) => [artifact(id, { title: `new ${id}` }), derived(id, `text ${id}`)])),
  );
  const after = total.get<{ count: number }>([])?.count ?? 0;
  expect(await artifacts.search({ match: 'a77', offset: 0, limit: 9 })).toHaveLength(1);
  expect(await artifacts.search({ match: 'secret', offset: 0, limit: 9 })).toEqual([]);
  await store.close();
  return after - before;
}

test(
  'ST28: many changes in one commit cost the same in whatever order they come',
  { timeout: 30_000 },
  async () => {
    const asMade = (ids: string[]) => ids;
    const backwards = (ids: string[]) => ids.toReversed();
    expect(await rowsWritten(backwards)).toBe(await rowsWritten(asMade));
  },
);

test('ST16: after a batch that was refused, the index still holds what it held', async () => {
  const { store, artifacts } = openSqliteStorage(file);
  const trashed = artifact('d', { title: 'dolomite', deletedAt: at });
  await store.commit(
    batchOf(workspace, artifact('a'), derived('a', 'amber'), artifact('d', { title: 'dolomite' })),
  );
  const refused = batchOf(trashed, artifact('a', { title: 'basalt' }), derived('a', 'cobalt'), {
    kind: 'version',
    row: {
      ...(artifact('x') as { row: ArtifactRow }).row,
      artifact: 'x',
      commit: 'c',
      message: '',
      author: '',
      at,
    },
  });
  await expect(store.commit(refused)).rejects.toThrow('There is no artifact x');
  await store.commit(batchOf(artifact('b')));
  const found = async (match: string) => (await artifacts.search({ match, offset: 0, limit: 9 })).length;
  expect(await found('dolomite')).toBe(1);
  expect([await found('amber'), await found('secret'), await found('basalt'), await found('cobalt')]).toEqual(
    [1, 2, 0, 0],
  );
  await store.close();
});
