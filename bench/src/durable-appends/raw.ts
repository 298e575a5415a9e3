import { setImmediate as nextTurn } from 'node:timers/promises';
import { deltaEnvelope } from '../chat/conversation.ts';
import { moment } from '../measure/moment.ts';
import { openRawDatabase, type RawStatement } from '../sqlite/raw-database.ts';

/** The store's layout of the log, with the same settings. */
const layout = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
  CREATE TABLE channels (id INTEGER PRIMARY KEY, uri TEXT NOT NULL UNIQUE) STRICT;
  INSERT INTO channels (id, uri) VALUES (1, 'ahp-chat:/bench');
  CREATE TABLE log (
    seq INTEGER PRIMARY KEY,
    channel_id INTEGER NOT NULL REFERENCES channels (id),
    changed INTEGER NOT NULL,
    json TEXT NOT NULL
  ) STRICT;
  CREATE INDEX log_by_channel ON log (channel_id, seq);
`;

export interface Appends {
  readonly batches: number;
  readonly perBatch: number;
}

interface Statements {
  readonly begin: RawStatement;
  readonly insert: RawStatement;
  readonly commit: RawStatement;
}

/** Inserts the same rows directly into the same kind of table, with their text prepared. */
export async function openAppendRaw() {
  let statements: Statements | undefined;
  let seq = 0;
  let turn = 0;

  return {
    async open({ file }: { file: string }): Promise<void> {
      const database = openRawDatabase(file);
      database.exec(layout);
      statements = {
        begin: database.prepare('BEGIN IMMEDIATE'),
        insert: database.prepare('INSERT INTO log (seq, channel_id, changed, json) VALUES (?, ?, ?, ?)'),
        commit: database.prepare('COMMIT'),
      };
    },

    /** Returns the time until the rows were durable. */
    async append({ batches, perBatch }: Appends): Promise<number> {
      if (!statements) throw new Error('Open it first.');
      const { begin, insert, commit } = statements;
      turn += 1;
      const rows = Array.from({ length: batches * perBatch }, (_, index) => ({
        seq: seq + index + 1,
        json: deltaEnvelope(turn, seq + index + 1),
      }));
      seq += rows.length;
      const started = moment();
      for (let at = 0; at < rows.length; at += perBatch) {
        begin.run([]);
        for (const row of rows.slice(at, at + perBatch)) insert.run([row.seq, 1, 1, row.json]);
        commit.run([]);
        await nextTurn();
      }
      return moment() - started;
    },
  };
}
