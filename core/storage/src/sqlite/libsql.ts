import { createRequire } from 'node:module';
import { codeName, type SqliteDriver, SqliteFailure, type SqliteStatement } from './driver.ts';

// Its own type declarations describe better-sqlite3, and promise what it does not do.
interface LibsqlDatabase {
  exec(sql: string): void;
  prepare(sql: string): {
    run(parameters: readonly unknown[]): unknown;
    get(parameters: readonly unknown[]): unknown;
    all(parameters: readonly unknown[]): unknown[];
  };
  close(): void;
}

const require = createRequire(import.meta.url);

/** For a Node without SQLite of its own. */
export function openLibsql(path: string): SqliteDriver {
  // Loaded only here: it is a native library, and a process needs one SQLite at most.
  const Database = require('libsql') as new (path: string) => LibsqlDatabase;
  const database = guarded(() => new Database(path));
  return {
    exec: (sql) => guarded(() => database.exec(sql)),
    prepare: (sql) => prepare(database, sql),
    close: () => guarded(() => database.close()),
  };
}

function prepare(database: LibsqlDatabase, sql: string): SqliteStatement {
  const statement = guarded(() => database.prepare(sql));
  return {
    run(parameters) {
      try {
        statement.run(parameters);
      } catch (error) {
        throw failure(error);
      }
    },
    get: <Row>(parameters: readonly unknown[]) => guarded(() => statement.get(parameters) as Row | undefined),
    all: <Row>(parameters: readonly unknown[]) => guarded(() => statement.all(parameters) as Row[]),
  };
}

function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw failure(error);
  }
}

function failure(error: unknown): SqliteFailure {
  const { rawCode, message } = error as { rawCode?: number; message?: string };
  const text = message ?? String(error);
  if (rawCode !== undefined) return new SqliteFailure(codeName(rawCode), text, { cause: error });
  // A file that cannot be opened comes as a sentence that ends in the result code.
  const atEnd = /: (\d+)"\)$/.exec(text)?.[1];
  return new SqliteFailure(codeName(atEnd === undefined ? 1 : Number(atEnd)), text, { cause: error });
}
