import { type ArtifactStore, artifactsPart } from '@loggia/artifacts/store';
import type { Store } from '@loggia/kernel';
import { SqliteArtifactStore } from './artifacts/sqlite-artifact-store.ts';
import { SqliteFailure, type SqliteDriver } from './driver.ts';
import { copyBeside, examineBeside, quickCheckBeside } from './examine.ts';
import { isSmall, openDatabase } from './open-database.ts';
import { SqliteStore } from './sqlite-store.ts';
import { type Upkeep, upkeepOf } from './upkeep.ts';
import { UnusableDatabase } from './unusable-database.ts';
import { watchDamage } from './watch-damage.ts';

/** Two ports on one connection: the store commits the artifacts' writes, and closes them. */
export interface SqliteStorage {
  readonly store: Store;
  readonly artifacts: ArtifactStore;
  readonly upkeep: Upkeep;
  /** Writes a consistent copy to a new file. Rejects if it can't. */
  copyTo(file: string): Promise<void>;
  /** Reads all of it. Returns the problems in SQLite's words. */
  examine(): Promise<readonly string[]>;
  /** The first damage found since the database was opened. Nothing more is written once there is any. */
  readonly damage: UnusableDatabase | undefined;
}

/**
 * Opens one SQLite file for the kernel and for artifacts, and creates it if necessary. Throws `UnusableDatabase` for a
 * file that is damaged, newer than this program, or not ours; such a file is left as it is. `noticed` is called once
 * for damage that is found later.
 */
export function openSqliteStorage(
  path: string,
  noticed: (damage: UnusableDatabase) => void = () => undefined,
): SqliteStorage {
  let damage: UnusableDatabase | undefined;
  const notice = (found: UnusableDatabase): void => {
    if (damage !== undefined) return;
    damage = found;
    noticed(found);
  };
  const opened = openDatabase(path);
  const database = watchDamage(opened, path, notice);
  if (!isSmall(opened)) lookThrough(path, notice);
  const { store, artifacts } = prepared(path, () => storageOn(database, () => damage));
  return {
    store,
    artifacts,
    upkeep: upkeepOf(database, () => new Promise((resolve) => setImmediate(resolve))),
    copyTo: (file) => copyBeside(path, file),
    examine: () => examineBeside(path),
    get damage() {
      return damage;
    },
  };
}

/** Large databases aren't checked on opening, because that takes long. */
function lookThrough(path: string, notice: (damage: UnusableDatabase) => void): void {
  quickCheckBeside(path).then(
    ([problem]) => problem !== undefined && notice(UnusableDatabase.corrupt(path, new Error(problem))),
    // The check couldn't run now; reading a damaged page will still be noticed.
    () => undefined,
  );
}

/** The schema is known by now: if a statement doesn't fit it, the schema is damaged. */
function prepared<T>(path: string, prepare: () => T): T {
  try {
    return prepare();
  } catch (error) {
    throw error instanceof SqliteFailure ? UnusableDatabase.corrupt(path, error) : error;
  }
}

/** The kernel's store alone. */
export function openSqliteStore(path: string): Store {
  return openSqliteStorage(path).store;
}

export function storageOn(
  database: SqliteDriver,
  damage: () => UnusableDatabase | undefined = () => undefined,
): Pick<SqliteStorage, 'store' | 'artifacts'> {
  const artifacts = new SqliteArtifactStore(database);
  return { store: new SqliteStore(database, new Map([[artifactsPart, artifacts]]), damage), artifacts };
}
