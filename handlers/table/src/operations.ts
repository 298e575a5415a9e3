import { wideEnough, type Row, type Table } from './table.ts';

/**
 * An edit of a table. Clients send operations rather than the whole file, and each has an inverse, so undo is an edit
 * like any other. Positions are counted before the operation, except in `insertRows`, which says where each row will
 * be.
 */
export type Operation =
  | {
      readonly kind: 'setCells';
      readonly cells: readonly (readonly [row: number, column: number, value: string])[];
    }
  | { readonly kind: 'insertRows'; readonly rows: readonly (readonly [at: number, row: Row])[] }
  | { readonly kind: 'removeRows'; readonly at: readonly number[] }
  | {
      readonly kind: 'insertColumn';
      readonly at: number;
      readonly title: string;
      readonly values?: Row | undefined;
    }
  | { readonly kind: 'removeColumn'; readonly at: number }
  | { readonly kind: 'renameColumn'; readonly at: number; readonly title: string }
  | { readonly kind: 'replace'; readonly columns: readonly string[]; readonly rows: readonly Row[] };

export interface Applied {
  readonly table: Table;
  /** Applied to the new table, gives the old one. */
  readonly inverse: Operation;
}

/** An operation that was made for another table than this one. */
export class MisplacedOperation extends Error {
  constructor(what: string) {
    super(`${what} Load the table again and repeat the change.`);
    this.name = 'MisplacedOperation';
  }
}

export function applyOperation(table: Table, operation: Operation): Applied {
  switch (operation.kind) {
    case 'setCells':
      return setCells(table, operation.cells);
    case 'insertRows':
      return insertRows(table, operation.rows);
    case 'removeRows':
      return removeRows(table, operation.at);
    case 'insertColumn':
      return insertColumn(table, operation);
    case 'removeColumn':
      return removeColumn(table, operation.at);
    case 'renameColumn': {
      const { at, title } = operation;
      checkColumn(table, at);
      const inverse = { kind: 'renameColumn' as const, at, title: table.columns[at] ?? '' };
      return { table: { ...table, columns: table.columns.with(at, title) }, inverse };
    }
    default: {
      const { columns, rows } = operation;
      return { table: { columns: wideEnough(columns, rows), rows }, inverse: { kind: 'replace', ...table } };
    }
  }
}

export function applyOperations(
  table: Table,
  operations: readonly Operation[],
): { readonly table: Table; readonly inverse: readonly Operation[] } {
  let current = table;
  const inverse: Operation[] = [];
  for (const operation of operations) {
    const applied = applyOperation(current, operation);
    current = applied.table;
    inverse.unshift(applied.inverse);
  }
  return { table: current, inverse };
}

function setCells(table: Table, cells: readonly (readonly [number, number, string])[]): Applied {
  const rows = table.rows.slice();
  const before: (readonly [number, number, string])[] = [];
  for (const [at, column, value] of cells) {
    checkRow(table, at);
    checkColumn(table, column);
    const row = rows[at] ?? [];
    before.unshift([at, column, row[column] ?? '']);
    rows[at] = withCell(row, column, value);
  }
  return { table: { ...table, rows }, inverse: { kind: 'setCells', cells: before } };
}

function withCell(row: Row, column: number, value: string): Row {
  const changed = row.slice();
  while (changed.length < column) changed.push('');
  changed[column] = value;
  return changed;
}

function insertRows(table: Table, inserted: readonly (readonly [number, Row])[]): Applied {
  const rows: Row[] = [];
  let old = 0;
  let last = -1;
  for (const [at, row] of inserted) {
    if (!Number.isInteger(at) || at <= last || at > table.rows.length + inserted.length)
      throw new MisplacedOperation("Rows can't be inserted there.");
    last = at;
    while (rows.length < at && old < table.rows.length) rows.push(table.rows[old++] ?? []);
    if (rows.length !== at)
      throw new MisplacedOperation("Rows can't be inserted beyond the end of the table.");
    rows.push(row);
  }
  while (old < table.rows.length) rows.push(table.rows[old++] ?? []);
  const columns = wideEnough(
    table.columns,
    inserted.map(([, row]) => row),
  );
  return {
    table: { columns, rows },
    inverse:
      columns === table.columns
        ? { kind: 'removeRows', at: inserted.map(([at]) => at) }
        : { kind: 'replace', ...table },
  };
}

function removeRows(table: Table, at: readonly number[]): Applied {
  const gone = new Set(at);
  for (const row of at) checkRow(table, row);
  const removed = [...gone].sort((a, b) => a - b).map((row) => [row, table.rows[row] ?? []] as const);
  return {
    table: { ...table, rows: table.rows.filter((_, row) => !gone.has(row)) },
    inverse: { kind: 'insertRows', rows: removed },
  };
}

function insertColumn(
  table: Table,
  { at, title, values }: Extract<Operation, { kind: 'insertColumn' }>,
): Applied {
  if (!Number.isInteger(at) || at < 0 || at > table.columns.length)
    throw new MisplacedOperation("A column can't be inserted there.");
  const rows = table.rows.map((row, index) => {
    const value = values?.[index] ?? '';
    if (at > row.length && value === '') return row;
    const padded = row.slice();
    while (padded.length < at) padded.push('');
    return padded.toSpliced(at, 0, value);
  });
  return {
    table: { columns: table.columns.toSpliced(at, 0, title), rows },
    inverse: { kind: 'removeColumn', at },
  };
}

function removeColumn(table: Table, at: number): Applied {
  checkColumn(table, at);
  return {
    table: {
      columns: table.columns.toSpliced(at, 1),
      rows: table.rows.map((row) => (at < row.length ? row.toSpliced(at, 1) : row)),
    },
    inverse: {
      kind: 'insertColumn',
      at,
      title: table.columns[at] ?? '',
      values: table.rows.map((row) => row[at] ?? ''),
    },
  };
}

function checkRow({ rows }: Table, at: number): void {
  if (!Number.isInteger(at) || at < 0 || at >= rows.length)
    throw new MisplacedOperation(`There is no row ${at + 1} in a table of ${rows.length}.`);
}

function checkColumn({ columns }: Table, at: number): void {
  if (!Number.isInteger(at) || at < 0 || at >= columns.length)
    throw new MisplacedOperation(`There is no column ${at + 1} in a table of ${columns.length}.`);
}
