import { type SqliteDriver, SqliteFailure, type SqliteStatement } from './driver.ts';
import { UnusableDatabase } from './unusable-database.ts';

const signs: ReadonlySet<string> = new Set(['SQLITE_CORRUPT', 'SQLITE_NOTADB']);
/** Our statements are fixed: a missing table or column was there once. */
const missing = /^no such (table|column)/;

/**
 * The same connection, but damage surfaces as `UnusableDatabase`, whichever statement found it. `noticed` is called
 * each time, and must not throw.
 */
export function watchDamage(
  database: SqliteDriver,
  path: string,
  noticed: (damage: UnusableDatabase) => void,
): SqliteDriver {
  function watched<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof SqliteFailure)) throw error;
      if (!signs.has(error.code) && !missing.test(error.message)) throw error;
      const damage = UnusableDatabase.corrupt(path, error);
      noticed(damage);
      throw damage;
    }
  }
  function prepare(sql: string): SqliteStatement {
    const statement = watched(() => database.prepare(sql));
    return {
      run: (parameters) => watched(() => statement.run(parameters)),
      get: <Row>(parameters: Parameters<SqliteStatement['get']>[0]) =>
        watched(() => statement.get<Row>(parameters)),
      all: <Row>(parameters: Parameters<SqliteStatement['all']>[0]) =>
        watched(() => statement.all<Row>(parameters)),
    };
  }
  return { exec: (sql) => watched(() => database.exec(sql)), prepare, close: () => database.close() };
}
