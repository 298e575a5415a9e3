import type { SqliteDriver, SqliteStatement } from '../driver.ts';

/** Which bytes lie in the content store, and which of them nothing names any more. */
export class Contents {
  readonly #put: SqliteStatement;
  readonly #forget: SqliteStatement;
  readonly #remove: SqliteStatement;
  readonly #size: SqliteStatement;
  readonly #unused: SqliteStatement;

  constructor(database: SqliteDriver) {
    // Bytes that were written again are as young as that: whoever wrote them is about to name them.
    this.#put = database.prepare(
      `INSERT INTO contents (hash, names, size, at) VALUES (?, 0, ?, ?)
         ON CONFLICT (hash) DO UPDATE SET size = excluded.size, at = max(coalesce(at, ''), excluded.at)`,
    );
    // What something still names stays counted, for the day on which its bytes come back.
    this.#forget = database.prepare(
      'UPDATE contents SET size = NULL, at = NULL WHERE hash = ? AND names > 0',
    );
    this.#remove = database.prepare('DELETE FROM contents WHERE hash = ? AND names = 0');
    this.#size = database.prepare('SELECT size FROM contents WHERE hash = ? AND at IS NOT NULL');
    this.#unused = database.prepare(
      `SELECT hash FROM contents WHERE names = 0 AND at IS NOT NULL AND at < ? AND hash > ?
         ORDER BY hash LIMIT ?`,
    );
  }

  put(hash: string, size: number, at: string): void {
    this.#put.run([hash, size, at]);
  }

  remove(hash: string): void {
    this.#forget.run([hash]);
    this.#remove.run([hash]);
  }

  find(hash: string): { readonly size: number } | undefined {
    const found = this.#size.get<{ size: number }>([hash]);
    return found && { size: found.size };
  }

  unused(before: string, limit: number, after: string): string[] {
    return this.#unused.all<{ hash: string }>([before, after, limit]).map(({ hash }) => hash);
  }
}
