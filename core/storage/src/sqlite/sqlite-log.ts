import type { LogQuery, LogRow, LogSlice, StorePosition } from '@loggia/kernel';
import type { ChannelIds } from './channel-ids.ts';
import type { SqliteDriver, SqliteStatement, SqlValue } from './driver.ts';

interface LogRecord {
  readonly seq: number;
  readonly changed: number;
  readonly json: string;
  readonly author?: string | null;
}

/** The number of rows that one statement inserts if there are enough: measured, twice as fast as single rows. */
const rowsAtOnce = 16;

/** The log of all channels, and the range it covers. */
export class SqliteLog {
  readonly #ids: ChannelIds;
  readonly #insertOne: SqliteStatement;
  readonly #insertMany: SqliteStatement;
  readonly #select: SqliteStatement;
  readonly #selectWithAuthors: SqliteStatement;
  readonly #created: SqliteStatement;
  readonly #trim: SqliteStatement;
  readonly #trimChannel: SqliteStatement;
  readonly #remove: SqliteStatement;
  readonly #recreate: SqliteStatement;
  readonly #readPosition: SqliteStatement;
  readonly #writePosition: SqliteStatement;

  constructor(database: SqliteDriver, ids: ChannelIds) {
    this.#ids = ids;
    const insert = (rows: number): SqliteStatement =>
      database.prepare(
        `INSERT INTO log (seq, channel_id, changed, json, author) VALUES ${Array(rows).fill('(?, ?, ?, ?, ?)').join(', ')}`,
      );
    this.#insertOne = insert(1);
    this.#insertMany = insert(rowsAtOnce);
    const select = (columns: string): SqliteStatement =>
      database.prepare(
        `SELECT ${columns} FROM log WHERE channel_id = ? AND seq > ? AND seq <= ? ORDER BY seq`,
      );
    this.#select = select('seq, changed, json');
    this.#selectWithAuthors = select('seq, changed, json, author');
    this.#created = database.prepare('SELECT created_seq FROM channels WHERE id = ?');
    this.#trim = database.prepare(
      `DELETE FROM log WHERE seq > ? AND seq <= ?
         AND seq <= (SELECT snapshots.seq FROM snapshots WHERE snapshots.channel_id = log.channel_id)`,
    );
    this.#trimChannel = database.prepare('DELETE FROM log WHERE channel_id = ? AND seq <= ?');
    this.#remove = database.prepare('DELETE FROM log WHERE channel_id = ?');
    this.#recreate = database.prepare('UPDATE channels SET created_seq = ? WHERE id = ?');
    this.#readPosition = database.prepare('SELECT seq FROM position WHERE name = ?');
    this.#writePosition = database.prepare('UPDATE position SET seq = ? WHERE name = ?');
  }

  position(): StorePosition {
    return { lastSeq: this.#at('last'), trimmedThrough: this.#at('trimmed') };
  }

  setLast(seq: number): void {
    this.#writePosition.run([seq, 'last']);
  }

  append(rows: readonly LogRow[]): void {
    let at = 0;
    for (; at + rowsAtOnce <= rows.length; at += rowsAtOnce) {
      this.#insertMany.run(this.#values(rows, at, at + rowsAtOnce));
    }
    for (; at < rows.length; at++) this.#insertOne.run(this.#values(rows, at, at + 1));
  }

  read({ channels, after, through, authors }: LogQuery): LogSlice {
    const select = authors ? this.#selectWithAuthors : this.#select;
    const rows: LogRow[] = [];
    const missing: string[] = [];
    let newestCreation = 0;
    for (const channel of channels) {
      const id = this.#ids.find(channel);
      if (id === undefined) {
        missing.push(channel);
        continue;
      }
      const created = this.#created.get<{ created_seq: number }>([id])?.created_seq ?? 0;
      newestCreation = Math.max(newestCreation, created);
      for (const { seq, changed, json, author } of select.all<LogRecord>([id, after, through])) {
        const row = { seq, channel, json, changed: changed === 1 };
        rows.push(typeof author === 'string' ? { ...row, by: author } : row);
      }
    }
    if (channels.length > 1) rows.sort((a, b) => a.seq - b.seq);
    return { rows, missing, newestCreation };
  }

  trim(through: number): void {
    this.#trim.run([this.#at('trimmed'), through]);
    this.#writePosition.run([through, 'trimmed']);
  }

  /** Deletes rows that earlier trims had to leave because no snapshot covered them. */
  covered(channelId: number, snapshotSeq: number): void {
    const trimmed = this.#at('trimmed');
    if (trimmed > 0) this.#trimChannel.run([channelId, Math.min(snapshotSeq, trimmed)]);
  }

  /** Deletes everything up to this number, including the trace that there was anything before it. */
  forget(channelId: number, seq: number): void {
    this.#trimChannel.run([channelId, seq]);
    this.#recreate.run([seq, channelId]);
  }

  remove(channelId: number): void {
    this.#remove.run([channelId]);
  }

  #values(rows: readonly LogRow[], from: number, to: number): SqlValue[] {
    const values: SqlValue[] = [];
    for (let index = from; index < to; index++) {
      const row = rows[index] as LogRow;
      values.push(row.seq, this.#ids.get(row.channel), row.changed ? 1 : 0, row.json, row.by ?? null);
    }
    return values;
  }

  #at(name: 'last' | 'trimmed'): number {
    return this.#readPosition.get<{ seq: number }>([name])?.seq ?? 0;
  }
}
