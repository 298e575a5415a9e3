import type { RecordWrite } from '@loggia/kernel';
import type { SqliteDriver, SqliteStatement } from './driver.ts';

/** Small values by namespace and key. */
export class SqliteRecords {
  readonly #put: SqliteStatement;
  readonly #delete: SqliteStatement;
  readonly #read: SqliteStatement;
  readonly #list: SqliteStatement;

  constructor(database: SqliteDriver) {
    this.#put = database.prepare(
      `INSERT INTO records (namespace, key, json) VALUES (?, ?, ?)
         ON CONFLICT (namespace, key) DO UPDATE SET json = excluded.json`,
    );
    this.#delete = database.prepare('DELETE FROM records WHERE namespace = ? AND key = ?');
    this.#read = database.prepare('SELECT json FROM records WHERE namespace = ? AND key = ?');
    this.#list = database.prepare('SELECT key, json FROM records WHERE namespace = ? ORDER BY key');
  }

  write({ namespace, key, json }: RecordWrite): void {
    if (json === undefined) this.#delete.run([namespace, key]);
    else this.#put.run([namespace, key, json]);
  }

  read(namespace: string, key: string): string | undefined {
    return this.#read.get<{ json: string }>([namespace, key])?.json;
  }

  list(namespace: string): { key: string; json: string }[] {
    return this.#list.all<{ key: string; json: string }>([namespace]);
  }
}
