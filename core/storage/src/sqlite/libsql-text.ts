import { isUtf8 } from 'node:buffer';
import { SqliteFailure, type SqlValue } from './driver.ts';

/** A column of a result, as the library describes it. Expressions have no declared type. */
export interface LibsqlColumn {
  readonly name: string;
  readonly type: string | null;
}

/** A query rewritten so that the library never handles texts. */
export interface ReadableQuery {
  readonly sql: string;
  decode(row: Record<string, unknown>): Record<string, SqlValue>;
}

/** From this many texts on, passing each one separately costs more than one for the whole row. */
const textsApart = 2;

/**
 * The library aborts the process when it returns a text that isn't valid UTF-8, which damaged pages are full of. So it
 * never sees a text: texts leave SQLite as bytes, and are checked here.
 */
export function readableQuery(sql: string, columns: readonly LibsqlColumn[]): ReadableQuery | undefined {
  const texts = columns.filter(({ type }) => type !== 'INTEGER');
  if (texts.length === 0) return undefined;
  const from = `FROM (${sql})`;
  if (texts.length <= textsApart) {
    const selected = columns.map((column) => `${bytesOf(column)} AS ${quoted(column.name)}`);
    return {
      sql: `SELECT ${selected.join(', ')} ${from}`,
      decode: (row) => {
        for (const { name } of texts) row[name] = valueOf(row[name]);
        return row as Record<string, SqlValue>;
      },
    };
  }
  return {
    sql: `SELECT CAST(json_array(${columns.map(plain).join(', ')}) AS BLOB) AS row ${from}`,
    decode: ({ row }) => {
      const values = JSON.parse(valueOf(row) as string) as SqlValue[];
      return Object.fromEntries(columns.map(({ name }, index) => [name, values[index] ?? null]));
    },
  };
}

function bytesOf({ name, type }: LibsqlColumn): string {
  if (type === 'INTEGER') return quoted(name);
  const bytes = `CAST(${quoted(name)} AS BLOB)`;
  return type === null
    ? `CASE typeof(${quoted(name)}) WHEN 'text' THEN ${bytes} ELSE ${quoted(name)} END`
    : bytes;
}

/** A text that an expression returns as JSON would otherwise become part of the array. */
function plain({ name, type }: LibsqlColumn): string {
  if (type !== null) return quoted(name);
  return `iif(typeof(${quoted(name)}) = 'text', CAST(${quoted(name)} AS TEXT), ${quoted(name)})`;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function valueOf(value: unknown): SqlValue {
  // A single row has ArrayBuffers; many rows have Buffers.
  const bytes = value instanceof ArrayBuffer ? Buffer.from(value) : value;
  if (!Buffer.isBuffer(bytes)) return bytes as SqlValue;
  if (!isUtf8(bytes)) throw new SqliteFailure('SQLITE_CORRUPT', 'a text in the database is not valid UTF-8');
  return bytes.toString('utf8');
}
