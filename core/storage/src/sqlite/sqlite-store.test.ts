import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describeStoreContract } from '@loggia/testing/store-contract';
import type { SqliteDriver } from './driver.ts';
import { openLibsql } from './libsql.ts';
import { findNodeSqlite } from './node-sqlite.ts';
import { openDatabase } from './open-database.ts';
import { SqliteStore } from './sqlite-store.ts';

const drivers: Record<string, ((path: string) => SqliteDriver) | undefined> = {
  libsql: openLibsql,
  'node:sqlite': findNodeSqlite(),
};

for (const [name, open] of Object.entries(drivers)) {
  if (open === undefined) continue;
  const setUp = async () => {
    const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'loggia-store-'));
    return {
      open: () => new SqliteStore(openDatabase(path.join(directory, 'loggia.db'), open)),
      dispose: async () => fs.rmSync(directory, { recursive: true }),
    };
  };
  describeStoreContract(`SQLite by ${name}`, setUp, { interleavings: 50 });
}
