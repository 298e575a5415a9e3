import { createRequire } from 'node:module';

export interface RawStatement {
  run(values: readonly unknown[]): void;
  all(values: readonly unknown[]): unknown[];
}

export interface RawDatabase {
  exec(sql: string): void;
  prepare(sql: string): RawStatement;
}

interface Library {
  exec(sql: string): void;
  prepare(sql: string): { run(...values: unknown[]): unknown; all(...values: unknown[]): unknown[] };
}

type Open = new (path: string) => Library;

const require = createRequire(import.meta.url);

/** The same library that the store uses on this Node, without any of our code. */
export function openRawDatabase(path: string): RawDatabase {
  const builtIn = process.getBuiltinModule('node:sqlite') as { DatabaseSync: Open } | undefined;
  const database = builtIn ? new builtIn.DatabaseSync(path) : new (require('libsql') as Open)(path);
  return {
    exec: (sql) => database.exec(sql),
    prepare: (sql) => {
      const statement = database.prepare(sql);
      // libsql is faster with one array than with several arguments; Node's own accepts no arrays.
      if (!builtIn) return statement;
      return {
        run: (values) => void statement.run(...values),
        all: (values) => statement.all(...values),
      };
    },
  };
}
