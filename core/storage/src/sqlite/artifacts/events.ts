import type { EventKind, EventQuery, EventRow } from '@loggia/artifacts/store';
import type { SqliteDriver, SqliteStatement, SqlValue } from '../driver.ts';
import { StatementShapes } from './statement-shapes.ts';

interface EventRecord {
  readonly num: number;
  readonly id: string;
  readonly artifact: string;
  readonly workspace: string;
  readonly type: string;
  readonly kind: EventKind;
  readonly at: string;
  readonly status: EventRow['status'];
  readonly attempts: number;
  readonly next_at: number;
  readonly first: number;
  readonly server: string | null;
  readonly reason: string | null;
  readonly payload: string;
}

const columns =
  'num, id, artifact, workspace, type, kind, at, status, attempts, next_at, first, server, reason, payload';

/** Events that wait for their handler, in the order in which they were emitted. */
export class Events {
  readonly #insert: SqliteStatement;
  readonly #update: SqliteStatement;
  readonly #delete: SqliteStatement;
  readonly #promote: SqliteStatement;
  readonly #removeIn: SqliteStatement;
  readonly #byId: SqliteStatement;
  readonly #numBehind: SqliteStatement;
  readonly #due: SqliteStatement;
  readonly #next: SqliteStatement;
  readonly #count: SqliteStatement;
  readonly #lists: StatementShapes;

  constructor(database: SqliteDriver) {
    this.#insert = database.prepare(
      `INSERT INTO events
         (id, artifact, workspace, type, kind, at, status, attempts, next_at, server, reason, payload, first)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NOT EXISTS (SELECT 1 FROM events WHERE artifact = ?))`,
    );
    this.#update = database.prepare(
      'UPDATE events SET status = ?, attempts = ?, next_at = ?, reason = ?, server = ?, payload = ? WHERE num = ?',
    );
    this.#delete = database.prepare('DELETE FROM events WHERE num = ?');
    this.#promote = database.prepare(
      'UPDATE events SET first = 1 WHERE num = (SELECT min(num) FROM events WHERE artifact = ?)',
    );
    this.#removeIn = database.prepare('DELETE FROM events WHERE workspace = ?');
    this.#byId = database.prepare(`SELECT ${columns} FROM events WHERE id = ?`);
    this.#numBehind = database.prepare('SELECT num FROM events WHERE id > ? ORDER BY id LIMIT 1');
    // Ordered by due time, not by age: events that keep failing must not hold up the others. The index is named because
    // SQLite would use the one by status, and sort.
    const waiting = `FROM events INDEXED BY events_due WHERE first = 1 AND status = 'waiting'`;
    this.#due = database.prepare(
      `SELECT ${columns} ${waiting} AND next_at <= ? ORDER BY next_at, num LIMIT ?`,
    );
    this.#next = database.prepare(`SELECT next_at ${waiting} ORDER BY next_at LIMIT 1`);
    this.#count = database.prepare('SELECT count(*) AS count FROM events WHERE status = ?');
    this.#lists = new StatementShapes(database);
  }

  add(row: EventRow): void {
    this.#insert.run([
      row.id,
      row.artifact,
      row.workspace,
      row.type,
      row.kind,
      row.at,
      row.status,
      row.attempts,
      row.nextAt,
      row.server ?? null,
      row.reason ?? null,
      row.payload,
      row.artifact,
    ]);
  }

  /** A deleted event stays deleted. */
  change(id: string, change: Partial<EventRow>): void {
    const found = this.#byId.get<EventRecord>([id]);
    if (found === undefined) return;
    const { status, attempts, nextAt, reason, server, payload } = { ...eventOf(found), ...change };
    this.#update.run([status, attempts, nextAt, reason ?? null, server ?? null, payload, found.num]);
  }

  remove(id: string): void {
    const found = this.#byId.get<EventRecord>([id]);
    if (found === undefined) return;
    this.#delete.run([found.num]);
    if (found.first === 1) this.#promote.run([found.artifact]);
  }

  removeIn(workspace: string): void {
    this.#removeIn.run([workspace]);
  }

  find(id: string): EventRow | undefined {
    const found = this.#byId.get<EventRecord>([id]);
    return found && eventOf(found);
  }

  list({ status, workspace, artifact, after, limit }: EventQuery): EventRow[] {
    const wanted = Object.entries({ artifact, workspace, status }).filter(([, value]) => value !== undefined);
    const conditions = [...wanted.map(([column]) => `${column} = ?`), 'num > ?'];
    const sql = `SELECT ${columns} FROM events WHERE ${conditions.join(' AND ')} ORDER BY num LIMIT ?`;
    const values: SqlValue[] = wanted.map(([, value]) => value ?? null);
    return this.#lists
      .of(sql)
      .all<EventRecord>([...values, after === undefined ? 0 : this.#positionOf(after), limit])
      .map(eventOf);
  }

  count(): Record<EventRow['status'], number> {
    const of = (status: EventRow['status']) => this.#count.get<{ count: number }>([status])?.count ?? 0;
    return { waiting: of('waiting'), parked: of('parked') };
  }

  /** The position of an event, or the one it had before it was taken: ids sort in the order of creation. */
  #positionOf(id: string): number {
    const num = this.#byId.get<EventRecord>([id])?.num;
    if (num !== undefined) return num;
    const next = this.#numBehind.get<{ num: number }>([id])?.num;
    return next === undefined ? Number.MAX_SAFE_INTEGER : next - 1;
  }

  due(now: number, limit: number): EventRow[] {
    return this.#due.all<EventRecord>([now, limit]).map(eventOf);
  }

  nextAt(): number | undefined {
    return this.#next.get<{ next_at: number }>([])?.next_at;
  }
}

function eventOf(record: EventRecord): EventRow {
  return {
    id: record.id,
    artifact: record.artifact,
    workspace: record.workspace,
    type: record.type,
    kind: record.kind,
    at: record.at,
    payload: record.payload,
    status: record.status,
    attempts: record.attempts,
    nextAt: record.next_at,
    reason: record.reason ?? undefined,
    server: record.server ?? undefined,
  };
}
