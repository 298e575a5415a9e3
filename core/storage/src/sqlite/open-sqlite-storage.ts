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

/** Two ports on one connection: what artifacts write is committed by the store, and closed with it. */
export interface SqliteStorage {
  readonly store: Store;
  readonly artifacts: ArtifactStore;
  readonly upkeep: Upkeep;
  /** Writes a copy as it is at one moment to a file that is not there yet. Rejects where it cannot. */
  copyTo(file: string): Promise<void>;
  /** Reads all of it. What is wrong with it, in SQLite's words. */
  examine(): Promise<readonly string[]>;
  /** The first damage that anything met since the database was opened. Nothing more is written once there is one. */
  readonly damage: UnusableDatabase | undefined;
}

/**
 * Opens one SQLite file for the kernel and for artifacts, and makes it if it is not there. Throws `UnusableDatabase`
 * for a file that is damaged, newer than this program, or somebody else's; such a file is left as it is. `noticed` hears
 * of damage that shows later, once.
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

/** Opening has not looked through it, because that takes long. */
function lookThrough(path: string, notice: (damage: UnusableDatabase) => void): void {
  quickCheckBeside(path).then(
    ([problem]) => problem !== undefined && notice(UnusableDatabase.corrupt(path, new Error(problem))),
    // It could not be looked at now; whoever reads a damaged page will notice.
    () => undefined,
  );
}

/** The schema is known by now: a statement that does not fit it has met one that is damaged. */
function prepared<T>(path: string, prepare: () => T): T {
  try {
    return prepare();
  } catch (error) {
    throw error instanceof SqliteFailure ? UnusableDatabase.corrupt(path, error) : error;
  }
}

/** The kernel's store alone, for whoever has no use for the rest. */
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
