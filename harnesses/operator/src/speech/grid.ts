import type { Phrases } from '../phrases/english.ts';
import { plain } from './markdown.ts';

/** Rows and columns, as tools that answer questions about tables return them. */
export interface Grid {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The same as numbers, where they are. */
  readonly values: readonly (readonly unknown[])[];
}

const mostRows = 20;
const mostColumns = 8;
const longestCell = 80;
const widestBar = 12;

/** Undefined where the data has another shape. */
export function gridOf(data: unknown, { locale }: Phrases): Grid | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { columns, rows } = data as { readonly columns?: unknown; readonly rows?: unknown };
  if (!Array.isArray(columns) || !Array.isArray(rows) || columns.length === 0) return undefined;
  if (!columns.every((column) => typeof column === 'string') || !rows.every(Array.isArray)) return undefined;
  const values = rows as readonly (readonly unknown[])[];
  return {
    columns: columns as readonly string[],
    values,
    rows: values.map((row) => row.map((value) => cellText(value, locale))),
  };
}

/** How many rows there are before any were left out. */
export function totalOf(data: unknown): number | undefined {
  const { total } = data as { readonly total?: unknown };
  return typeof total === 'number' ? total : undefined;
}

export function gridTable(
  { columns, rows, values }: Grid,
  total: number | undefined,
  phrases: Phrases,
): string {
  if (rows.length === 0) return phrases.noRowFits;
  const shown = rows.slice(0, mostRows);
  const head = columns.slice(0, mostColumns);
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const ruler = head.map((_, at) => (values.every((row) => isNumber(row[at])) ? '---:' : '---'));
  const body = shown.map((row) => line(head.map((_, at) => plain(row[at] ?? '', longestCell))));
  const left = (total ?? rows.length) - shown.length;
  const more = left > 0 ? `\n\n${phrases.firstRows(shown.length, total ?? rows.length)}` : '';
  return `${[line(head.map((title) => plain(title, longestCell))), line(ruler), ...body].join('\n')}${more}`;
}

/** Bars of text, the longest first: they are the same in every client. Undefined where there is nothing to compare. */
export function chartOf({ columns, rows, values }: Grid, phrases: Phrases): string | undefined {
  const measured = columns.findLastIndex((_, at) => values.some((row) => isNumber(row[at])));
  if (measured < 1 || rows.length < 2) return undefined;
  const bars = values
    .map((row, at) => ({
      label: rows[at]?.[0] ?? '',
      value: Number(row[measured]),
      text: rows[at]?.[measured] ?? '',
    }))
    .filter(({ value }) => Number.isFinite(value))
    .toSorted((one, other) => other.value - one.value)
    .slice(0, mostRows);
  const longest = Math.max(...bars.map(({ value }) => value), 0);
  const lines = bars.map(({ label, value, text }) => {
    const width = longest > 0 ? Math.max(0, Math.round((value / longest) * widestBar)) : 0;
    return `| ${plain(label, longestCell)} | ${text} | ${'█'.repeat(width)} |`;
  });
  const left = rows.length - bars.length;
  const more = left > 0 ? `\n\n${phrases.largest(bars.length, rows.length)}` : '';
  return `${[`| ${plain(columns[0] ?? '')} | ${plain(columns[measured] ?? '')} | |`, '| --- | ---: | --- |', ...lines].join('\n')}${more}`;
}

function isNumber(value: unknown): boolean {
  if (typeof value === 'number') return true;
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value));
}

function cellText(value: unknown, locale: string): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number')
    return new Intl.NumberFormat(locale, { maximumFractionDigits: 6 }).format(value);
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : '…';
}
