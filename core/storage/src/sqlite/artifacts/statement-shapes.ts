import type { SqliteDriver, SqliteStatement } from '../driver.ts';

/** Statements that are composed of optional conditions: each shape is prepared once. */
export class StatementShapes {
  readonly #database: SqliteDriver;
  readonly #prepared = new Map<string, SqliteStatement>();

  constructor(database: SqliteDriver) {
    this.#database = database;
  }

  /** `sql` must hold placeholders instead of values, or there are as many shapes as values. */
  of(sql: string): SqliteStatement {
    const known = this.#prepared.get(sql);
    if (known !== undefined) return known;
    const prepared = this.#database.prepare(sql);
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}
