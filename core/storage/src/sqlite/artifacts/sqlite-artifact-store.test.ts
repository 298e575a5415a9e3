import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describeArtifactStoreContract } from '@loggia/testing/artifact-store-contract';
import { driversHere } from '../drivers.testkit.ts';
import { openDatabase } from '../open-database.ts';
import { storageOn } from '../open-sqlite-storage.ts';

for (const [name, open] of driversHere()) {
  const setUp = async () => {
    const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'loggia-artifacts-'));
    return {
      open: () => storageOn(openDatabase(path.join(directory, 'loggia.db'), open)),
      dispose: async () => fs.rmSync(directory, { recursive: true }),
    };
  };
  describeArtifactStoreContract(`SQLite by ${name}`, setUp, { plays: 40 });
}
