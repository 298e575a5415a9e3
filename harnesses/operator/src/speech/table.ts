import type { Phrases } from '../phrases/english.ts';
import { plain } from './markdown.ts';
import { artifactIn, isOpaque, nameOf } from './outline.ts';

const mostRows = 12;
const mostColumns = 6;
const longestCell = 80;

/** Data that fits into a small table; undefined for everything else. */
export function tableOf(data: unknown, phrases: Phrases): string | undefined {
  if (Array.isArray(data)) return rowsOf(data, phrases);
  if (typeof data !== 'object' || data === null) return undefined;
  const entries = Object.entries(data);
  const [only] = entries;
  if (entries.length === 1 && only && Array.isArray(only[1])) return rowsOf(only[1], phrases);
  if (entries.length === 0 || entries.length > mostRows || !entries.every(([, value]) => isFlat(value))) {
    return undefined;
  }
  return entries
    .filter(([, value]) => !isOpaque(value))
    .map(([key, value]) => `- **${plain(nameOf(key))}:** ${cell(value, phrases)}`)
    .join('\n');
}

function rowsOf(list: readonly unknown[], phrases: Phrases): string | undefined {
  const rows = list.filter(isRecord);
  if (rows.length === 0 || rows.length < list.length) return undefined;
  const links = rows.map(artifactIn);
  if (links.every((link) => link !== undefined)) return links.map((link) => `- ${link}`).join('\n');
  const columns = [...new Set(rows.slice(0, mostRows).flatMap((row) => Object.keys(row)))].filter(
    (column) => !rows.slice(0, mostRows).every((row) => isOpaque(row[column])),
  );
  if (columns.length === 0 || columns.length > mostColumns) return undefined;
  const first = rows.slice(0, mostRows);
  if (!first.every((row) => Object.values(row).every(isFlat))) return undefined;
  const lines = first.map((row) =>
    columns.map((column) => cell(Object.hasOwn(row, column) ? row[column] : '', phrases)),
  );
  const more = rows.length - first.length;
  return `${table(
    columns.map((column) => plain(nameOf(column))),
    lines,
  )}${more > 0 ? `\n\n${phrases.moreRows(more)}` : ''}`;
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

function cell(value: unknown, { yes, no }: Phrases): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? yes : no;
  return plain(typeof value === 'string' || typeof value === 'number' ? String(value) : '…', longestCell);
}
