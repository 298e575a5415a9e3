import type { ListQuery, StoredChannel, StoredFacts } from '@loggia/kernel';
import type { SqliteDriver, SqliteStatement, SqlValue } from './driver.ts';

interface ChannelRow {
  readonly uri: string;
  readonly kind: string;
  readonly parent: string | null;
  readonly created_at: string;
  readonly created_seq: number;
  readonly modified_at: string;
  readonly busy: number;
  readonly title: string | null;
  readonly summary: string | null;
}

const columns = 'uri, kind, parent, created_at, created_seq, modified_at, busy, title, summary';

/** The channels, with everything known about them without loading one. */
export class SqliteDirectory {
  readonly #insert: SqliteStatement;
  readonly #update: SqliteStatement;
  readonly #remove: SqliteStatement;
  readonly #read: SqliteStatement;
  readonly #busy: SqliteStatement;
  readonly #count: SqliteStatement;
  readonly #lists: Readonly<Record<'all' | 'after' | 'text' | 'afterText', SqliteStatement>>;

  constructor(database: SqliteDriver) {
    this.#insert = database.prepare(
      `INSERT INTO channels (${columns}, title_folded) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#update = database.prepare(
      'UPDATE channels SET modified_at = ?, busy = ?, title = ?, summary = ?, title_folded = ? WHERE id = ?',
    );
    this.#remove = database.prepare('DELETE FROM channels WHERE id = ?');
    this.#read = database.prepare(`SELECT ${columns} FROM channels WHERE uri = ?`);
    this.#busy = database.prepare('SELECT uri FROM channels WHERE kind = ? AND busy = 1 ORDER BY uri');
    this.#count = database.prepare('SELECT count(*) AS count FROM channels WHERE kind = ?');
    const list = (condition: string): SqliteStatement =>
      database.prepare(
        `SELECT ${columns} FROM channels WHERE kind = ? ${condition}
           ORDER BY modified_at DESC, uri DESC LIMIT ?`,
      );
    const after = 'AND (modified_at, uri) < (?, ?)';
    const text = 'AND instr(title_folded, ?) > 0';
    this.#lists = {
      all: list(''),
      after: list(after),
      text: list(text),
      afterText: list(`${after} ${text}`),
    };
  }

  insert(channel: StoredChannel): void {
    const { uri, kind, parent, createdAt, createdSeq, modifiedAt, busy, title, summary } = channel;
    const folded = foldedOrNull(title);
    this.#insert.run([
      uri,
      kind,
      parent ?? null,
      createdAt,
      createdSeq,
      modifiedAt,
      busy ? 1 : 0,
      title ?? null,
      summary ?? null,
      folded,
    ]);
  }

  update(channelId: number, { modifiedAt, busy, title, summary }: StoredFacts): void {
    const values: SqlValue[] = [
      modifiedAt,
      busy ? 1 : 0,
      title ?? null,
      summary ?? null,
      foldedOrNull(title),
    ];
    this.#update.run([...values, channelId]);
  }

  remove(channelId: number): void {
    this.#remove.run([channelId]);
  }

  read(uri: string): StoredChannel | undefined {
    const row = this.#read.get<ChannelRow>([uri]);
    return row && channelOf(row);
  }

  list({ kind, limit, after, text }: ListQuery): StoredChannel[] {
    const position = after === undefined ? [] : [after.modifiedAt, after.uri];
    const needle = text === undefined ? [] : [fold(text)];
    return this.#listFor(after !== undefined, text !== undefined)
      .all<ChannelRow>([kind, ...position, ...needle, limit])
      .map(channelOf);
  }

  busy(kind: string): string[] {
    return this.#busy.all<{ uri: string }>([kind]).map((row) => row.uri);
  }

  count(kind: string): number {
    return this.#count.get<{ count: number }>([kind])?.count ?? 0;
  }

  #listFor(hasAfter: boolean, hasText: boolean): SqliteStatement {
    if (hasAfter) return hasText ? this.#lists.afterText : this.#lists.after;
    return hasText ? this.#lists.text : this.#lists.all;
  }
}

/** SQLite itself only folds ASCII. */
function fold(text: string): string {
  return text.toLowerCase();
}

function foldedOrNull(title: string | undefined): string | null {
  return title === undefined ? null : fold(title);
}

function channelOf(row: ChannelRow): StoredChannel {
  return {
    uri: row.uri,
    kind: row.kind,
    parent: row.parent ?? undefined,
    createdAt: row.created_at,
    createdSeq: row.created_seq,
    modifiedAt: row.modified_at,
    busy: row.busy === 1,
    title: row.title ?? undefined,
    summary: row.summary ?? undefined,
  };
}
