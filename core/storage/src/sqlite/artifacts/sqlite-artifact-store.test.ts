import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describeArtifactStoreContract } from '@loggia/testing/artifact-store-contract';
import type { SqliteDriver } from '../driver.ts';
import { openLibsql } from '../libsql.ts';
import { findNodeSqlite } from '../node-sqlite.ts';
import { openDatabase } from '../open-database.ts';
import { storageOn } from '../open-sqlite-storage.ts';

const drivers: Record<string, ((path: string) => SqliteDriver) | undefined> = {
  libsql: openLibsql,
  'node:sqlite': findNodeSqlite(),
};

for (const [name, open] of Object.entries(drivers)) {
  if (open === undefined) continue;
  const setUp = async () => {
    const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'loggia-artifacts-'));
    return {
      open: () => storageOn(openDatabase(path.join(directory, 'loggia.db'), open)),
      dispose: async () => fs.rmSync(directory, { recursive: true }),
    };
  };
  describeArtifactStoreContract(`SQLite by ${name}`, setUp, { plays: 40 });
}
