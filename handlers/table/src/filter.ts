import type { Reading } from './order.ts';
import type { Table } from './table.ts';
import { dateOf, folded, isNumeric, measureOf, numberOf, type ColumnKind } from './values.ts';

export interface ColumnFilter {
  readonly column: number;
  /** `berlin`, `!berlin`, `=berlin`, `!=berlin`, `>10`, `<=2026-01-31`, `10..20`; `=` for empty, `!=` for not empty. */
  readonly text: string;
}

type Test = (cell: string) => boolean;

const comparison = /^(<=|>=|<|>)\s*(.+)$/;
const range = /^(.+?)\s*\.\.\s*(.+)$/;

/** Parses the filter typed above a column. Text that isn't a comparison is searched for literally. */
export function cellTest(text: string, kind: ColumnKind, decimal: Reading['decimal']): Test | undefined {
  const wanted = text.trim();
  if (wanted === '') return undefined;
  const measured = isNumeric(kind) || kind === 'date';
  const bound = (value: string): number => (kind === 'date' ? dateOf(value) : numberOf(value, decimal));
  const within = measured ? range.exec(wanted) : null;
  if (within) {
    const [low, high] = [bound(within[1] ?? ''), bound(within[2] ?? '')];
    if (!Number.isNaN(low) && !Number.isNaN(high))
      return (cell) => {
        const value = measureOf(cell, kind, decimal);
        return value >= low && value <= high;
      };
  }
  const compared = measured ? comparison.exec(wanted) : null;
  if (compared) {
    const limit = bound(compared[2] ?? '');
    const holds = comparisons[compared[1] ?? ''];
    if (holds && !Number.isNaN(limit)) return (cell) => holds(measureOf(cell, kind, decimal), limit);
  }
  if (wanted.startsWith('!=')) return not(equalTo(wanted.slice(2), kind, decimal));
  if (wanted.startsWith('=')) return equalTo(wanted.slice(1), kind, decimal);
  if (wanted.startsWith('!') && wanted.length > 1) return not(containing(wanted.slice(1)));
  return containing(wanted);
}

const comparisons: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  '<': (value, limit) => value < limit,
  '<=': (value, limit) => value <= limit,
  '>': (value, limit) => value > limit,
  '>=': (value, limit) => value >= limit,
};

function not(test: Test): Test {
  return (cell) => !test(cell);
}

function equalTo(text: string, kind: ColumnKind, decimal: Reading['decimal']): Test {
  const wanted = folded(text.trim());
  const measure = measureOf(wanted, kind, decimal);
  if (!Number.isNaN(measure)) return (cell) => measureOf(cell, kind, decimal) === measure;
  return (cell) => folded(cell.trim()) === wanted;
}

function containing(text: string): Test {
  const wanted = folded(text.trim());
  return (cell) => folded(cell).includes(wanted);
}

/** The rows that pass every column's filter and hold every word of the quick one, in any column. */
export function filterRows(
  table: Table,
  filters: readonly ColumnFilter[],
  quick: string,
  { kinds, decimal }: Reading,
): readonly number[] {
  const tests = filters.flatMap(({ column, text }) => {
    const test = cellTest(text, kinds[column] ?? 'text', decimal);
    return test ? [{ column, test }] : [];
  });
  const words = folded(quick).split(/\s+/).filter(Boolean);
  const passing: number[] = [];
  for (const [at, row] of table.rows.entries()) {
    if (!tests.every(({ column, test }) => test(row[column] ?? ''))) continue;
    if (words.length > 0) {
      const line = folded(row.join('\n'));
      if (!words.every((word) => line.includes(word))) continue;
    }
    passing.push(at);
  }
  return passing;
}
