import type { CapabilityRow } from '@loggia/artifacts/store';
import type { SqliteDriver, SqliteStatement } from '../driver.ts';

/** Answers of capabilities, so that nothing has to be asked twice. */
export class CapabilityResults {
  readonly #put: SqliteStatement;
  readonly #find: SqliteStatement;
  readonly #clear: SqliteStatement;

  constructor(database: SqliteDriver) {
    this.#put = database.prepare(
      `INSERT INTO capabilities (key, at, result) VALUES (?, ?, ?)
         ON CONFLICT (key) DO UPDATE SET at = excluded.at, result = excluded.result`,
    );
    this.#clear = database.prepare('DELETE FROM capabilities');
    this.#find = database.prepare('SELECT key, at, result FROM capabilities WHERE key = ?');
  }

  put({ key, at, result }: CapabilityRow): void {
    this.#put.run([key, at, result]);
  }

  clear(): void {
    this.#clear.run([]);
  }

  find(key: string): CapabilityRow | undefined {
    const found = this.#find.get<CapabilityRow>([key]);
    return found && { key: found.key, at: found.at, result: found.result };
  }
}
