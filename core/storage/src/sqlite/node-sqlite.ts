import { codeName, type SqliteDriver, SqliteFailure, type SqliteStatement } from './driver.ts';

// The part of node:sqlite that we use. The type declarations of the oldest supported Node don't include the module.
interface NodeSqlite {
  DatabaseSync: new (path: string) => NodeDatabase;
}

interface NodeDatabase {
  exec(sql: string): void;
  prepare(sql: string): {
    run(...parameters: readonly unknown[]): unknown;
    get(...parameters: readonly unknown[]): unknown;
    all(...parameters: readonly unknown[]): unknown[];
  };
  close(): void;
}

/** Node's built-in SQLite; undefined if there is none, or only behind a flag. */
export function findNodeSqlite(): ((path: string) => SqliteDriver) | undefined {
  const found = withoutWarning(() => process.getBuiltinModule('node:sqlite') as NodeSqlite | undefined);
  return found && ((path) => open(found, path));
}

function open({ DatabaseSync }: NodeSqlite, path: string): SqliteDriver {
  const database = guarded(() => new DatabaseSync(path));
  return {
    exec: (sql) => guarded(() => database.exec(sql)),
    prepare: (sql) => prepare(database, sql),
    close: () => guarded(() => database.close()),
  };
}

function prepare(database: NodeDatabase, sql: string): SqliteStatement {
  const statement = guarded(() => database.prepare(sql));
  return {
    run(parameters) {
      try {
        statement.run(...parameters);
      } catch (error) {
        throw failure(error);
      }
    },
    get: <Row>(parameters: readonly unknown[]) =>
      guarded(() => statement.get(...parameters) as Row | undefined),
    all: <Row>(parameters: readonly unknown[]) => guarded(() => statement.all(...parameters) as Row[]),
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
  const { errcode, message } = error as { errcode?: number; message?: string };
  return new SqliteFailure(codeName(errcode ?? 1), message ?? String(error), { cause: error });
}

/**
 * Node 22 warns that the module is experimental when it is first loaded. Users can't do anything about that, so this
 * warning is suppressed; any other is shown.
 */
function withoutWarning<T>(load: () => T): T {
  const emitWarning = process.emitWarning;
  process.emitWarning = ((warning: string | Error, ...rest: never[]) => {
    if (!String(warning).includes('SQLite')) emitWarning.call(process, warning, ...rest);
  }) as typeof process.emitWarning;
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}
