import { createRequire } from 'node:module';
import { type LibsqlColumn, readableQuery } from './libsql-text.ts';
import { codeName, type SqliteDriver, SqliteFailure, type SqliteStatement } from './driver.ts';

interface LibsqlStatement {
  columns(): readonly LibsqlColumn[];
  run(parameters: readonly unknown[]): unknown;
  get(parameters: readonly unknown[]): unknown;
  all(parameters: readonly unknown[]): unknown[];
}

// Its own type declarations describe better-sqlite3, and promise things it doesn't do.
interface LibsqlDatabase {
  exec(sql: string): void;
  prepare(sql: string): LibsqlStatement;
  close(): void;
}

const require = createRequire(import.meta.url);

/** For a Node without a built-in SQLite. */
export function openLibsql(path: string): SqliteDriver {
  // Loaded lazily: it is a native library, and a process needs at most one SQLite.
  const Database = require('libsql') as new (path: string) => LibsqlDatabase;
  const database = guarded(() => new Database(path));
  return {
    exec: (sql) => guarded(() => database.exec(sql)),
    prepare: (sql) => prepare(database, sql),
    close: () => guarded(() => database.close()),
  };
}

function prepare(database: LibsqlDatabase, sql: string): SqliteStatement {
  if (/^\s*(SELECT|WITH)\b/i.test(sql)) return prepareQuery(database, sql);
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

/** Prepared on first use: its columns decide how it is read, and few queries are needed to start. */
function prepareQuery(database: LibsqlDatabase, sql: string): SqliteStatement {
  type Found = Record<string, unknown>;
  let query: { statement: LibsqlStatement; decode(row: Found): Found } | undefined;
  const prepared = () => {
    if (query) return query;
    query = guarded(() => {
      const plain = database.prepare(sql);
      const readable = readableQuery(sql, plain.columns());
      return readable
        ? { statement: database.prepare(readable.sql), decode: readable.decode }
        : { statement: plain, decode: (row: Found) => row };
    });
    return query;
  };
  return {
    run: (parameters) => void guarded(() => prepared().statement.get(parameters)),
    get: <Row>(parameters: readonly unknown[]) =>
      guarded(() => {
        const { statement, decode } = prepared();
        const found = statement.get(parameters) as Found | undefined;
        return found && (decode(found) as Row);
      }),
    all: <Row>(parameters: readonly unknown[]) =>
      guarded(() => {
        const { statement, decode } = prepared();
        return (statement.all(parameters) as Found[]).map((found) => decode(found) as Row);
      }),
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
  if (error instanceof SqliteFailure) return error;
  const { rawCode, message } = error as { rawCode?: number; message?: string };
  const text = message ?? String(error);
  if (rawCode !== undefined) return new SqliteFailure(codeName(rawCode), text, { cause: error });
  // If a file can't be opened, the error is a sentence that ends in the result code.
  const atEnd = /: (\d+)"\)$/.exec(text)?.[1];
  return new SqliteFailure(codeName(atEnd === undefined ? 1 : Number(atEnd)), text, { cause: error });
}
