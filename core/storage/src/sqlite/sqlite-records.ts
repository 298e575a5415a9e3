import type { RecordRange, RecordWrite } from '@loggia/kernel';
import type { SqliteDriver, SqliteStatement } from './driver.ts';

type Bounds = 'none' | 'after' | 'before' | 'both';

interface Row {
  readonly key: string;
  readonly json: string;
}

/** Small values by namespace and key. */
export class SqliteRecords {
  readonly #put: SqliteStatement;
  readonly #delete: SqliteStatement;
  readonly #read: SqliteStatement;
  readonly #lists: Readonly<Record<'ascending' | 'descending', Readonly<Record<Bounds, SqliteStatement>>>>;

  constructor(database: SqliteDriver) {
    this.#put = database.prepare(
      `INSERT INTO records (namespace, key, json) VALUES (?, ?, ?)
         ON CONFLICT (namespace, key) DO UPDATE SET json = excluded.json`,
    );
    this.#delete = database.prepare('DELETE FROM records WHERE namespace = ? AND key = ?');
    this.#read = database.prepare('SELECT json FROM records WHERE namespace = ? AND key = ?');
    // A statement for each shape: with optional bounds in one, SQLite wouldn't seek to the start of the page.
    const list = (bounds: string, order: 'ASC' | 'DESC'): SqliteStatement =>
      database.prepare(
        `SELECT key, json FROM records WHERE namespace = ? ${bounds} ORDER BY key ${order} LIMIT ?`,
      );
    const lists = (order: 'ASC' | 'DESC'): Record<Bounds, SqliteStatement> => ({
      none: list('', order),
      after: list('AND key > ?', order),
      before: list('AND key < ?', order),
      both: list('AND key > ? AND key < ?', order),
    });
    this.#lists = { ascending: lists('ASC'), descending: lists('DESC') };
  }

  write({ namespace, key, json }: RecordWrite): void {
    if (json === undefined) this.#delete.run([namespace, key]);
    else this.#put.run([namespace, key, json]);
  }

  read(namespace: string, key: string): string | undefined {
    return this.#read.get<{ json: string }>([namespace, key])?.json;
  }

  list(namespace: string, { after, before, limit = -1, order = 'ascending' }: RecordRange = {}): Row[] {
    const bounds = [after, before].filter((bound) => bound !== undefined);
    return this.#lists[order][boundsOf(after, before)].all<Row>([namespace, ...bounds, limit]);
  }
}

function boundsOf(after: string | undefined, before: string | undefined): Bounds {
  if (after === undefined) return before === undefined ? 'none' : 'before';
  return before === undefined ? 'after' : 'both';
}
