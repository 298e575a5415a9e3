import { checkDatabase } from './check-database.ts';
import { type SqliteDriver, SqliteFailure } from './driver.ts';
import { openDriver } from './open-driver.ts';
import { applicationId, migrations } from './schema.ts';
import { UnusableDatabase } from './unusable-database.ts';

/** Databases up to this size are checked before they are used, which takes about 3 ms per megabyte. */
const checkedBytes = 64 * 2 ** 20;

/** Opens the file, brings its schema up to date and sets it up for durable commits. */
export function openDatabase(path: string, open: (path: string) => SqliteDriver = openDriver): SqliteDriver {
  let database: SqliteDriver | undefined;
  try {
    database = open(path);
    assertOurs(database, path);
    if (isSmall(database)) assertWhole(database, path);
    trackFreePages(database);
    configure(database);
    migrate(database, path);
    rewriteWithFreePages(database);
    // From now on waiting would block the whole host; the kernel retries by itself.
    database.exec('PRAGMA busy_timeout = 100');
    return database;
  } catch (error) {
    database?.close();
    throw explained(path, error);
  }
}

/** Looks without writing: a file that isn't ours must stay as it is. */
function assertOurs(database: SqliteDriver, path: string): void {
  database.exec('PRAGMA busy_timeout = 5000');
  const id = database.prepare('PRAGMA application_id').get<{ application_id: number }>([])?.application_id;
  if (id === applicationId) return;
  const tables = database.prepare('SELECT count(*) AS count FROM sqlite_schema').get<{ count: number }>([]);
  if (id !== 0 || tables?.count !== 0) throw UnusableDatabase.foreign(path);
}

/** Whether opening the file checks all of it. */
export function isSmall(database: SqliteDriver): boolean {
  const size = database.prepare(
    'SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size',
  );
  return (size.get<{ bytes: number }>([])?.bytes ?? 0) <= checkedBytes;
}

function assertWhole(database: SqliteDriver, path: string): void {
  const [problem] = checkDatabase(database, 'quick').problems;
  if (problem !== undefined) throw UnusableDatabase.corrupt(path, new Error(problem));
}

/** The database tracks free pages so that they can be returned to the disk. */
const incremental = 2;

/** Only a new database can be created with this mode. */
function trackFreePages(database: SqliteDriver): void {
  const tables = database.prepare('SELECT count(*) AS count FROM sqlite_schema').get<{ count: number }>([]);
  if (tables?.count === 0) database.exec(`PRAGMA auto_vacuum = ${incremental}`);
}

/** A database of an earlier version is rewritten once, if that is quick. */
function rewriteWithFreePages(database: SqliteDriver): void {
  const mode = database.prepare('PRAGMA auto_vacuum').get<{ auto_vacuum: number }>([])?.auto_vacuum;
  if (mode === incremental || !isSmall(database)) return;
  try {
    database.exec(`PRAGMA auto_vacuum = ${incremental}`);
    database.exec('VACUUM');
  } catch (error) {
    // Without space for a second copy, this waits for another start.
    if (!(error instanceof SqliteFailure)) throw error;
  }
}

function configure(database: SqliteDriver): void {
  database.exec('PRAGMA journal_mode = WAL');
  // FULL syncs the write-ahead log at each commit: committed data survives a power cut.
  database.exec('PRAGMA synchronous = FULL');
  database.exec('PRAGMA foreign_keys = ON');
  // Deleted data is overwritten, so that it can't be recovered from the file.
  database.prepare('PRAGMA secure_delete = ON').get([]);
  // In kibibytes. A change to ten thousand artifacts touches far more pages than the default two megabytes hold.
  database.exec('PRAGMA cache_size = -65536');
}

function migrate(database: SqliteDriver, path: string): void {
  // An up-to-date database isn't written to, so it can be opened on a full disk.
  if (versionOf(database) === migrations.length) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    database.exec('CREATE TABLE IF NOT EXISTS schema_version (version INTEGER PRIMARY KEY) STRICT');
    const version = versionOf(database);
    if (version > migrations.length) throw UnusableDatabase.fromTheFuture(path, version, migrations.length);
    for (const [index, migration] of migrations.entries()) {
      if (index < version) continue;
      database.exec(migration);
      database.exec(`INSERT INTO schema_version (version) VALUES (${index + 1})`);
    }
    database.exec(`PRAGMA application_id = ${applicationId}`);
    database.exec('COMMIT');
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

function versionOf(database: SqliteDriver): number {
  const table = database.prepare("SELECT count(*) AS count FROM sqlite_schema WHERE name = 'schema_version'");
  if (table.get<{ count: number }>([])?.count !== 1) return 0;
  const newest = database.prepare('SELECT max(version) AS version FROM schema_version');
  return newest.get<{ version: number | null }>([])?.version ?? 0;
}

/** Rolls back a failed transaction, whether or not SQLite has already done it. */
export function rollBack(database: SqliteDriver): void {
  try {
    database.exec('ROLLBACK');
  } catch (error) {
    if (!(error instanceof SqliteFailure || error instanceof UnusableDatabase)) throw error;
  }
}

function explained(path: string, error: unknown): unknown {
  if (!(error instanceof SqliteFailure)) return error;
  if (error.code === 'SQLITE_NOTADB') return UnusableDatabase.foreign(path, error);
  if (error.code === 'SQLITE_CORRUPT') return UnusableDatabase.corrupt(path, error);
  return UnusableDatabase.cannotOpen(path, error);
}
