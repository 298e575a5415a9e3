import { reckon, summarize, type Summary } from '../src/aggregate.ts';
import { measureOf, numberOf, type ColumnKind } from '../src/values.ts';
import type { Area } from './selection.ts';
import type { Sheet } from './sheet.ts';

export interface SelectionSummary {
  readonly cells: number;
  readonly summary: Summary;
  readonly kind: ColumnKind;
}

const mostCells = 300_000;

/** Summarizes the selected cells; undefined for a single one, which speaks for itself. */
export function summarizeSelection(sheet: Sheet, area: Area): SelectionSummary | undefined {
  const columns = sheet.visible.slice(area.left, area.right + 1);
  const rows = sheet.shown.slice(area.top, area.bottom + 1);
  const cells = columns.length * rows.length;
  if (cells <= 1 || cells > mostCells) return undefined;
  const dates = columns.every((column) => sheet.kindOf(column) === 'date');
  function* texts(): Generator<string> {
    for (const row of rows) for (const column of columns) yield sheet.values.rows[row]?.[column] ?? '';
  }
  const measure = (text: string): number =>
    dates ? measureOf(text, 'date', sheet.decimal) : numberOf(text, sheet.decimal);
  return { cells, summary: summarize(texts(), measure), kind: dates ? 'date' : 'number' };
}

/** Label and value of each number worth showing. */
export function summaryParts(
  { summary, kind }: SelectionSummary,
  day: (time: number) => string,
): [string, string][] {
  const count: [string, string] = ['Count', summary.filled.toLocaleString()];
  if (summary.measured === 0) return [count];
  const show = (how: 'sum' | 'average' | 'min' | 'max'): string => {
    const value = reckon(summary, how) ?? 0;
    return kind === 'date' ? day(value) : value.toLocaleString(undefined, { maximumFractionDigits: 6 });
  };
  const ends: [string, string][] = [
    ['Min', show('min')],
    ['Max', show('max')],
  ];
  return kind === 'date'
    ? [count, ...ends]
    : [count, ['Sum', show('sum')], ['Average', show('average')], ...ends];
}
