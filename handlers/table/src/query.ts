import { groupRows, reckon, summarizeColumn, type Reckoning } from './aggregate.ts';
import { filterRows } from './filter.ts';
import { sortRows, type Reading } from './order.ts';
import { columnTitle, findColumn, type Table } from './table.ts';

export interface Query {
  readonly columns?: readonly string[] | undefined;
  readonly where?: readonly { readonly column: string; readonly is: string }[] | undefined;
  readonly search?: string | undefined;
  readonly groupBy?: string | undefined;
  readonly reckon?: readonly { readonly column: string; readonly how: Reckoning }[] | undefined;
  readonly sort?:
    | readonly { readonly column: string; readonly descending?: boolean | undefined }[]
    | undefined;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

export interface QueryResult {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
  /** How many rows there are before `offset` and `limit`. */
  readonly total: number;
  /** Row numbers in the table, from 1; not for groups. */
  readonly numbers?: readonly number[];
  readonly more: boolean;
}

const mostRows = 200;
const mostText = 60_000;

/** Answers a question about a table with a result that a model can read: bounded in rows and in text. */
export function runQuery(table: Table, query: Query, reading: Reading): QueryResult {
  const column = columnFinder(table);
  const filters = (query.where ?? []).map(({ column: name, is }) => ({ column: column(name), text: is }));
  const rows = filterRows(table, filters, query.search ?? '', reading);
  const result =
    query.groupBy === undefined && query.reckon === undefined
      ? plainRows(table, rows, query, reading)
      : groupedRows(table, rows, query, reading);
  return bounded(result, query);
}

type Unbounded = Omit<QueryResult, 'total' | 'more'>;

function plainRows(table: Table, rows: readonly number[], query: Query, reading: Reading): Unbounded {
  const column = columnFinder(table);
  const keys = (query.sort ?? []).map((key) => ({
    column: column(key.column),
    descending: key.descending === true,
  }));
  const shown = query.columns?.map(column) ?? [...table.columns.keys()];
  const sorted = sortRows(table, rows, keys, reading);
  return {
    columns: shown.map((at) => columnTitle(table.columns, at)),
    rows: sorted.map((row) => shown.map((at) => table.rows[row]?.[at] ?? '')),
    numbers: sorted.map((row) => row + 1),
  };
}

function groupedRows(table: Table, rows: readonly number[], query: Query, reading: Reading): Unbounded {
  const column = columnFinder(table);
  const by = query.groupBy === undefined ? undefined : column(query.groupBy);
  const wanted = (query.reckon ?? []).map(({ column: name, how }) => ({ at: column(name), how }));
  const groups = by === undefined ? [{ key: '', rows }] : groupRows(table, rows, by);
  const columns = [
    ...(by === undefined ? [] : [columnTitle(table.columns, by)]),
    'rows',
    ...wanted.map(({ at, how }) => `${how} of ${columnTitle(table.columns, at)}`),
  ];
  const answers = groups.map((group) => [
    ...(by === undefined ? [] : [group.key]),
    group.rows.length,
    ...wanted.map(({ at, how }) => reckon(summarizeColumn(table, group.rows, at, reading), how) ?? null),
  ]);
  for (const { column: name, descending } of (query.sort ?? []).toReversed()) {
    const at = columns.indexOf(name);
    if (at === -1) throw new Error(`Groups have no column "${name}". They have: ${columns.join(', ')}.`);
    answers.sort((a, b) => compare(a[at] ?? null, b[at] ?? null, descending === true ? -1 : 1));
  }
  return { columns, rows: answers };
}

/** Values that could not be calculated come last in either direction. */
function compare(a: string | number | null, b: string | number | null, direction: 1 | -1): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return a < b ? -direction : direction;
}

function bounded({ columns, rows, numbers }: Unbounded, query: Query): QueryResult {
  const offset = query.offset ?? 0;
  const limit = Math.min(query.limit ?? 50, mostRows);
  const kept: (readonly (string | number | null)[])[] = [];
  let text = 0;
  for (const row of rows.slice(offset, offset + limit)) {
    const shortened = row.map((cell) =>
      typeof cell === 'string' && cell.length > 1000 ? `${cell.slice(0, 1000)}…` : cell,
    );
    text += JSON.stringify(shortened).length;
    if (text > mostText && kept.length > 0) break;
    kept.push(shortened);
  }
  return {
    columns,
    rows: kept,
    total: rows.length,
    ...(numbers && { numbers: numbers.slice(offset, offset + kept.length) }),
    more: offset + kept.length < rows.length,
  };
}

function columnFinder({ columns }: Table): (name: string) => number {
  return (name) => {
    const at = findColumn(columns, name);
    if (at !== -1) return at;
    const known = columns.slice(0, 50).map((_, index) => columnTitle(columns, index));
    throw new Error(
      known.length === 0
        ? `There is no column "${name}": the table is empty.`
        : `There is no column "${name}". The columns are: ${known.join(', ')}.`,
    );
  };
}
