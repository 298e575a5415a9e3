import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describeStoreContract } from '@loggia/testing/store-contract';
import { driversHere } from './drivers.testkit.ts';
import { openDatabase } from './open-database.ts';
import { SqliteStore } from './sqlite-store.ts';

for (const [name, open] of driversHere()) {
  const setUp = async () => {
    const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'loggia-store-'));
    return {
      open: () => new SqliteStore(openDatabase(path.join(directory, 'loggia.db'), open)),
      dispose: async () => fs.rmSync(directory, { recursive: true }),
    };
  };
  describeStoreContract(`SQLite by ${name}`, setUp, { interleavings: 50 });
}
