export type SqlValue = string | number | null;

/**
 * The subset of SQLite that the store needs, so that it runs on whichever library a Node version has.
 *
 * Everything is synchronous. A throw is a `SqliteFailure`; the connection stays usable. After a failed statement inside
 * a transaction, the transaction may already be rolled back.
 */
export interface SqliteDriver {
  /** Runs statements without parameters and ignores their rows. */
  exec(sql: string): void;
  prepare(sql: string): SqliteStatement;
  close(): void;
}

/** A statement can be used repeatedly, and holds no lock between uses. */
export interface SqliteStatement {
  run(parameters: readonly SqlValue[]): void;
  /** The first row by column name. The caller is responsible for its type. */
  get<Row>(parameters: readonly SqlValue[]): Row | undefined;
  all<Row>(parameters: readonly SqlValue[]): Row[];
}

/** An error of SQLite. `code` is the name of the primary result code, such as `SQLITE_FULL`. */
export class SqliteFailure extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SqliteFailure';
    this.code = code;
  }
}

const names = new Map([
  [1, 'SQLITE_ERROR'],
  [5, 'SQLITE_BUSY'],
  [6, 'SQLITE_LOCKED'],
  [7, 'SQLITE_NOMEM'],
  [8, 'SQLITE_READONLY'],
  [9, 'SQLITE_INTERRUPT'],
  [10, 'SQLITE_IOERR'],
  [11, 'SQLITE_CORRUPT'],
  [13, 'SQLITE_FULL'],
  [14, 'SQLITE_CANTOPEN'],
  [15, 'SQLITE_PROTOCOL'],
  [19, 'SQLITE_CONSTRAINT'],
  [20, 'SQLITE_MISMATCH'],
  [21, 'SQLITE_MISUSE'],
  [26, 'SQLITE_NOTADB'],
]);

/** The name of a result code. Extended codes keep the primary one in their lowest byte. */
export function codeName(resultCode: number): string {
  return names.get(resultCode & 0xff) ?? `SQLITE_${resultCode}`;
}
