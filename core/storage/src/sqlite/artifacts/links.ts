import type { SqliteDriver, SqliteStatement } from '../driver.ts';

/** The links from collections to artifacts, whether or not they are shown there now. */
export class Links {
  readonly #add: SqliteStatement;
  readonly #remove: SqliteStatement;
  readonly #removeOf: SqliteStatement;
  readonly #removeIn: SqliteStatement;
  readonly #has: SqliteStatement;

  constructor(database: SqliteDriver) {
    this.#add = database.prepare('INSERT INTO links (collection, artifact, at) VALUES (?, ?, ?)');
    this.#remove = database.prepare('DELETE FROM links WHERE collection = ? AND artifact = ?');
    this.#removeOf = database.prepare('DELETE FROM links WHERE artifact = ?');
    this.#removeIn = database.prepare('DELETE FROM links WHERE collection = ?');
    this.#has = database.prepare('SELECT 1 AS found FROM links WHERE collection = ? AND artifact = ?');
  }

  /** False if it is already linked. */
  add(collection: number, artifact: number, at: string): boolean {
    if (this.#has.get([collection, artifact]) !== undefined) return false;
    this.#add.run([collection, artifact, at]);
    return true;
  }

  remove(collection: number, artifact: number): void {
    this.#remove.run([collection, artifact]);
  }

  removeOf(artifact: number): void {
    this.#removeOf.run([artifact]);
  }

  removeIn(collection: number): void {
    this.#removeIn.run([collection]);
  }
}
