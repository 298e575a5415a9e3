import type { SnapshotWrite, StoredSnapshot } from '@loggia/kernel';
import type { SqliteDriver, SqliteStatement } from './driver.ts';

/** The newest snapshot of each channel: a head, and items in a table of their own. */
export class SqliteSnapshots {
  readonly #putHead: SqliteStatement;
  readonly #putItem: SqliteStatement;
  readonly #cutItems: SqliteStatement;
  readonly #readHead: SqliteStatement;
  readonly #readItems: SqliteStatement;
  readonly #removeHead: SqliteStatement;

  constructor(database: SqliteDriver) {
    this.#putHead = database.prepare(
      `INSERT INTO snapshots (channel_id, seq, head) VALUES (?, ?, ?)
         ON CONFLICT (channel_id) DO UPDATE SET seq = excluded.seq, head = excluded.head`,
    );
    this.#putItem = database.prepare(
      `INSERT INTO snapshot_items (channel_id, position, json) VALUES (?, ?, ?)
         ON CONFLICT (channel_id, position) DO UPDATE SET json = excluded.json`,
    );
    this.#cutItems = database.prepare('DELETE FROM snapshot_items WHERE channel_id = ? AND position >= ?');
    this.#readHead = database.prepare('SELECT seq, head FROM snapshots WHERE channel_id = ?');
    this.#readItems = database.prepare(
      'SELECT json FROM snapshot_items WHERE channel_id = ? ORDER BY position',
    );
    this.#removeHead = database.prepare('DELETE FROM snapshots WHERE channel_id = ?');
  }

  write(channelId: number, { seq, head, items, length }: SnapshotWrite): void {
    this.#putHead.run([channelId, seq, head]);
    for (const { index, json } of items) this.#putItem.run([channelId, index, json]);
    this.#cutItems.run([channelId, length]);
  }

  read(channelId: number): StoredSnapshot | undefined {
    const found = this.#readHead.get<{ seq: number; head: string }>([channelId]);
    if (found === undefined) return undefined;
    const items = this.#readItems.all<{ json: string }>([channelId]);
    return { seq: found.seq, head: found.head, items: items.map((item) => item.json) };
  }

  remove(channelId: number): void {
    this.#cutItems.run([channelId, 0]);
    this.#removeHead.run([channelId]);
  }
}
