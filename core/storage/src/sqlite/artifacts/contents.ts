import type { SqliteDriver, SqliteStatement } from '../driver.ts';

/** The bytes in the content store, with the number of references to each. */
export class Contents {
  readonly #put: SqliteStatement;
  readonly #forget: SqliteStatement;
  readonly #remove: SqliteStatement;
  readonly #size: SqliteStatement;
  readonly #unused: SqliteStatement;
  readonly #rejuvenate: SqliteStatement;
  readonly #detach: SqliteStatement;
  readonly #attach: SqliteStatement;

  constructor(database: SqliteDriver) {
    // Rewritten bytes count as new: their writer is about to refer to them.
    this.#put = database.prepare(
      `INSERT INTO contents (hash, names, size, at) VALUES (?, 0, ?, ?)
         ON CONFLICT (hash) DO UPDATE SET size = excluded.size, at = max(coalesce(at, ''), excluded.at)`,
    );
    // Keeps counting references to missing bytes, in case the bytes come back.
    this.#forget = database.prepare(
      'UPDATE contents SET size = NULL, at = NULL WHERE hash = ? AND names > 0',
    );
    this.#remove = database.prepare('DELETE FROM contents WHERE hash = ? AND names = 0');
    this.#size = database.prepare('SELECT size FROM contents WHERE hash = ? AND at IS NOT NULL');
    this.#unused = database.prepare(
      `SELECT hash FROM contents WHERE names = 0 AND at IS NOT NULL AND at < ? AND hash > ?
         ORDER BY hash LIMIT ?`,
    );
    // A message that moves from the draft into the chat lets go of its files for a moment.
    this.#rejuvenate = database.prepare(
      `UPDATE contents SET at = max(at, ?)
         WHERE at IS NOT NULL AND hash IN (SELECT hash FROM attached WHERE chat = ?)`,
    );
    this.#detach = database.prepare('DELETE FROM attached WHERE chat = ?');
    this.#attach = database.prepare('INSERT OR IGNORE INTO attached (chat, hash) VALUES (?, ?)');
  }

  attach(chat: string, hashes: readonly string[], at: string): void {
    this.#rejuvenate.run([at, chat]);
    this.#detach.run([chat]);
    for (const hash of hashes) this.#attach.run([chat, hash]);
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
