import { day } from './day.ts';
import type { Reading } from './order.ts';
import { columnTitle, type Table } from './table.ts';
import { isNumeric, measureOf, tidy, type ColumnKind } from './values.ts';

export const reckonings = ['count', 'sum', 'average', 'min', 'max'] as const;
export type Reckoning = (typeof reckonings)[number];

export interface Summary {
  /** Cells that are not empty. */
  readonly filled: number;
  /** Those of them that are numbers, or dates in a column of dates. */
  readonly measured: number;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
}

const nothing: Summary = { filled: 0, measured: 0, sum: 0, min: Infinity, max: -Infinity };

export function summarize(texts: Iterable<string>, measure: (text: string) => number): Summary {
  let { filled, measured, sum, min, max } = nothing;
  for (const text of texts) {
    if (text.trim() === '') continue;
    filled += 1;
    const value = measure(text);
    if (Number.isNaN(value)) continue;
    measured += 1;
    sum += value;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return { filled, measured, sum, min, max };
}

/** Undefined where there is nothing to reckon with. */
export function reckon(summary: Summary, how: Reckoning): number | undefined {
  if (how === 'count') return summary.filled;
  if (summary.measured === 0) return undefined;
  switch (how) {
    case 'sum':
      return tidy(summary.sum);
    case 'average':
      return tidy(summary.sum / summary.measured);
    case 'min':
      return summary.min;
    default:
      return summary.max;
  }
}

export interface Group {
  readonly key: string;
  readonly rows: readonly number[];
}

/** Rows with the same text in a column, in the order of their first row. */
export function groupRows(table: Table, rows: readonly number[], column: number): Group[] {
  const groups = new Map<string, number[]>();
  for (const row of rows) {
    const key = table.rows[row]?.[column]?.trim() ?? '';
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups].map(([key, members]) => ({ key, rows: members }));
}

export function summarizeColumn(
  table: Table,
  rows: Iterable<number>,
  column: number,
  { kinds, decimal }: Reading,
): Summary {
  const kind = kinds[column] ?? 'text';
  function* cells(): Generator<string> {
    for (const row of rows) yield table.rows[row]?.[column] ?? '';
  }
  return summarize(cells(), (text) => measureOf(text, kind, decimal));
}

/** Describes a table in a few lines: its columns, their kinds and ranges. */
export function describeTable(table: Table, reading: Reading): string {
  const { columns, rows } = table;
  const all = rows.keys();
  const everyRow = [...all];
  const lines = columns.slice(0, 60).map((_, column) => {
    const kind = reading.kinds[column] ?? 'text';
    const summary = summarizeColumn(table, everyRow, column, reading);
    return `- ${columnTitle(columns, column)} (${kind}): ${detail(table, column, kind, summary)}`;
  });
  if (columns.length > lines.length) lines.push(`- and ${columns.length - lines.length} more columns`);
  return [`${counted(rows.length, 'row')}, ${counted(columns.length, 'column')}`, ...lines].join('\n');
}

function detail(table: Table, column: number, kind: ColumnKind, summary: Summary): string {
  const empty = table.rows.length - summary.filled;
  const odd = kind === 'text' ? 0 : summary.filled - summary.measured;
  const gaps = (odd === 0 ? '' : `, ${odd} of another type`) + (empty === 0 ? '' : `, ${empty} empty`);
  if (summary.measured > 0 && isNumeric(kind))
    return `${reckon(summary, 'min')} to ${reckon(summary, 'max')}, average ${reckon(summary, 'average')}, sum ${reckon(summary, 'sum')}${gaps}`;
  if (summary.measured > 0 && kind === 'date') return `${day(summary.min)} to ${day(summary.max)}${gaps}`;
  const different = new Set<string>();
  for (const row of table.rows) {
    const text = row[column]?.trim() ?? '';
    if (text !== '') different.add(text);
    if (different.size > 1000) break;
  }
  const count = different.size > 1000 ? 'more than 1000' : String(different.size);
  const examples = [...different].slice(0, 3).map((text) => JSON.stringify(text.slice(0, 40)));
  return `${count} different${examples.length > 0 ? `, such as ${examples.join(', ')}` : ''}${gaps}`;
}

export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
