import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { findNodeSqlite } from './node-sqlite.ts';

/** The thread's program. It can't import our modules: in tests they are sources that only the test runner can load. */
const program = `
const { parentPort, workerData } = require('node:worker_threads');
const { file, libsql, statements } = workerData;
// Node 22 warns that its SQLite is experimental.
process.emitWarning = () => {};
const builtin = libsql === undefined ? process.getBuiltinModule('node:sqlite') : undefined;
const database = builtin ? new builtin.DatabaseSync(file) : new (require(libsql))(file);
const answers = [];
try {
  for (const { sql, parameters } of statements) {
    const statement = database.prepare(sql);
    const rows = builtin ? statement.all(...parameters) : statement.all(parameters);
    answers.push(rows.map((row) => Object.values(row).map((value) => typeof value === 'object' && value !== null
      ? Buffer.from(value).toString('utf8') : value)));
  }
  parentPort.postMessage({ answers });
} catch (error) {
  parentPort.postMessage({ answers, error: error.message });
} finally {
  database.close();
}
`;

export interface Asked {
  readonly sql: string;
  readonly parameters?: readonly (string | number)[];
}

export interface Answered {
  /** For each statement that ran: its rows, as lists of values. */
  readonly answers: readonly (readonly (readonly unknown[])[])[];
  /** Why the next statement failed. */
  readonly error?: string;
}

/**
 * Runs queries on a separate connection and thread: queries that take seconds in a large database must not block the
 * host. Texts that may be damaged must be selected as BLOB.
 */
export function askBeside(file: string, asked: readonly Asked[]): Promise<Answered> {
  const statements = asked.map(({ sql, parameters = [] }) => ({ sql, parameters }));
  const libsql = findNodeSqlite() ? undefined : createRequire(import.meta.url).resolve('libsql');
  return new Promise((resolve, reject) => {
    // Flags of the process, such as --input-type, would change how the program is read.
    const worker = new Worker(program, {
      eval: true,
      execArgv: [],
      workerData: { file, libsql, statements },
    });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('SQLite ended before it had answered.')));
  });
}
