import { plain } from './markdown.ts';
import { shown } from './present-call.ts';

const mostRows = 12;
const mostColumns = 6;
const longestCell = 80;

/** Data that fits into a small table; undefined for everything else. */
export function tableOf(data: unknown): string | undefined {
  if (Array.isArray(data)) return rowsOf(data);
  if (typeof data !== 'object' || data === null) return undefined;
  const entries = Object.entries(data);
  const [only] = entries;
  if (entries.length === 1 && only && Array.isArray(only[1])) return rowsOf(only[1]);
  if (entries.length === 0 || entries.length > mostRows || !entries.every(([, value]) => isFlat(value))) {
    return undefined;
  }
  return table(
    ['', ''],
    entries.map(([key, value]) => [cell(key), cell(value)]),
  );
}

function rowsOf(list: readonly unknown[]): string | undefined {
  const rows = list.filter(isRecord);
  if (rows.length === 0 || rows.length < list.length) return undefined;
  const columns = [...new Set(rows.slice(0, mostRows).flatMap((row) => Object.keys(row)))];
  if (columns.length === 0 || columns.length > mostColumns) return undefined;
  const first = rows.slice(0, mostRows);
  if (!first.every((row) => Object.values(row).every(isFlat))) return undefined;
  const lines = first.map((row) =>
    columns.map((column) => cell(Object.hasOwn(row, column) ? row[column] : '')),
  );
  const more = rows.length - first.length;
  return `${table(columns.map(cell), lines)}${more > 0 ? `\n\nThere are ${more} rows more in the result.` : ''}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function isRecord(row: unknown): row is Readonly<Record<string, unknown>> {
  return typeof row === 'object' && row !== null && !Array.isArray(row);
}

function isFlat(value: unknown): boolean {
  return value === null || typeof value !== 'object';
}

function cell(value: unknown): string {
  return plain(value === null || value === undefined ? '' : shown(value), longestCell);
}
