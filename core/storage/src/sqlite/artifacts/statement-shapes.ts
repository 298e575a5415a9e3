import type { SqliteDriver, SqliteStatement } from '../driver.ts';

/** Statements composed from optional conditions; each shape is prepared once. */
export class StatementShapes {
  readonly #database: SqliteDriver;
  readonly #prepared = new Map<string, SqliteStatement>();

  constructor(database: SqliteDriver) {
    this.#database = database;
  }

  /** `sql` must use placeholders instead of values, or there would be as many shapes as values. */
  of(sql: string): SqliteStatement {
    const known = this.#prepared.get(sql);
    if (known !== undefined) return known;
    const prepared = this.#database.prepare(sql);
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}
