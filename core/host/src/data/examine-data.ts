import path from 'node:path';
import { createContentStore } from '@loggia/artifacts';
import type { Finding } from '@loggia/protocol';
import { examineDatabase, lockDirectory, openSqliteStorage, UnusableDatabase } from '@loggia/storage';
import { checkStorage } from './check-storage.ts';

/** Checks the data of a host that isn't running, perhaps because it can't. */
export async function examineData(dataDirectory: string): Promise<Finding[]> {
  const lock = lockDirectory(dataDirectory);
  try {
    return await examine(path.join(dataDirectory, 'loggia.db'), path.join(dataDirectory, 'content'));
  } finally {
    lock.release();
  }
}

async function examine(database: string, contents: string): Promise<Finding[]> {
  try {
    const { store, artifacts, ...storage } = openSqliteStorage(database);
    try {
      const content = await createContentStore(contents);
      return await checkStorage({ examine: () => storage.examine(), store: artifacts, content });
    } finally {
      await store.close();
    }
  } catch (error) {
    if (!(error instanceof UnusableDatabase)) throw error;
    const problems = error.code === 'corrupt' ? await examineDatabase(database) : [];
    const details = problems.map((problem): Finding => ({ level: 'error', problem: `${problem}.` }));
    return [{ level: 'error', problem: error.message }, ...details];
  }
}
