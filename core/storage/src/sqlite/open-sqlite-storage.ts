import { type ArtifactStore, artifactsPart } from '@loggia/artifacts/store';
import type { Store } from '@loggia/kernel';
import { SqliteArtifactStore } from './artifacts/sqlite-artifact-store.ts';
import type { SqliteDriver } from './driver.ts';
import { openDatabase } from './open-database.ts';
import { SqliteStore } from './sqlite-store.ts';

/** Two ports on one connection: what artifacts write is committed by the store, and closed with it. */
export interface SqliteStorage {
  readonly store: Store;
  readonly artifacts: ArtifactStore;
}

/**
 * Opens one SQLite file for the kernel and for artifacts, and makes it if it is not there. Throws `UnusableDatabase`
 * for a file that is damaged, newer than this program, or somebody else's; such a file is left as it is.
 */
export function openSqliteStorage(path: string): SqliteStorage {
  return storageOn(openDatabase(path));
}

/** The kernel's store alone, for whoever has no use for the rest. */
export function openSqliteStore(path: string): Store {
  return openSqliteStorage(path).store;
}

export function storageOn(database: SqliteDriver): SqliteStorage {
  const artifacts = new SqliteArtifactStore(database);
  return { store: new SqliteStore(database, new Map([[artifactsPart, artifacts]])), artifacts };
}
