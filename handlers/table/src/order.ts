import type { Table } from './table.ts';
import { folded, measureOf, type ColumnKind, type DecimalMark } from './values.ts';

export interface SortKey {
  readonly column: number;
  readonly descending: boolean;
}

/** Everything needed to interpret the cells of a table. */
export interface Reading {
  readonly kinds: readonly ColumnKind[];
  readonly decimal: DecimalMark;
}

/**
 * Puts row numbers in order: by the first key, then the next; rows that are equal keep their order. Empty cells are
 * last in either direction, and what does not fit its column comes after what does.
 */
export function sortRows(
  table: Table,
  rows: readonly number[],
  keys: readonly SortKey[],
  { kinds, decimal }: Reading,
): readonly number[] {
  if (keys.length === 0) return rows;
  // Read each cell once: comparing reads it some twenty times.
  const compared = keys.map(({ column, descending }) => {
    const kind = kinds[column] ?? 'text';
    const values = rows.map((row) => sortValue(table.rows[row]?.[column] ?? '', kind, decimal));
    return { values, direction: descending ? -1 : 1 };
  });
  const order = rows.map((_, index) => index);
  order.sort((a, b) => {
    for (const { values, direction } of compared) {
      const difference = compareValues(values[a], values[b], direction);
      if (difference !== 0) return difference;
    }
    return a - b;
  });
  return order.map((index) => rows[index] ?? 0);
}

type SortValue = number | string | undefined;

function sortValue(text: string, kind: ColumnKind, decimal: DecimalMark): SortValue {
  if (text.trim() === '') return undefined;
  const measure = measureOf(text, kind, decimal);
  return Number.isNaN(measure) ? folded(text) : measure;
}

function compareValues(a: SortValue, b: SortValue, direction: number): number {
  if (a === b) return 0;
  if (a === undefined) return 1;
  if (b === undefined) return -1;
  if (typeof a === 'number') return typeof b === 'number' ? (a - b) * direction : -1;
  if (typeof b === 'number') return 1;
  return (a < b ? -1 : 1) * direction;
}

/** Clicking a header: ascending, descending, not at all. With `adding`, beside the keys there are. */
export function nextSort(
  keys: readonly SortKey[],
  column: number,
  mode: 'alone' | 'adding',
): readonly SortKey[] {
  const present = keys.find((key) => key.column === column);
  const others = mode === 'adding' ? keys.filter((key) => key.column !== column) : [];
  if (!present) return [...others, { column, descending: false }];
  if (present.descending) return others;
  const turned = { column, descending: true };
  return mode === 'adding' ? keys.map((key) => (key.column === column ? turned : key)) : [turned];
}
