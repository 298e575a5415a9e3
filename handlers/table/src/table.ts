import {
  csvLimits,
  parseCsv,
  plainDialect,
  serializeCsv,
  sniffDialect,
  type CsvLimits,
  type Dialect,
} from '@loggia/csv';

/** Rows may be shorter than the header, as files have them; what is missing reads as empty. Rows never change in place. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

export type Row = readonly string[];

export const emptyTable: Table = { columns: [], rows: [] };

export interface ReadTable {
  readonly table: Table;
  readonly dialect: Dialect;
  readonly cut: boolean;
  readonly unclosed: boolean;
}

export function tableOfRecords(records: readonly Row[]): Table {
  const [header = [], ...rows] = records;
  return { columns: wideEnough(header, rows), rows };
}

/** Longer rows than the header get columns without a title, so that nothing is out of sight. */
export function wideEnough(header: readonly string[], rows: readonly Row[]): readonly string[] {
  let width = header.length;
  for (const row of rows) if (row.length > width) width = row.length;
  if (width === header.length) return header;
  return [...header, ...Array.from<string>({ length: width - header.length }).fill('')];
}

export function readTable(text: string, limits: CsvLimits = csvLimits): ReadTable {
  const dialect = { ...sniffDialect(text), finalNewline: text === '' || /[\r\n]$/.test(text) };
  const { records, cut, unclosed } = parseCsv(text, dialect.delimiter, limits);
  return { table: tableOfRecords(records), dialect, cut, unclosed };
}

export function writeTable({ columns, rows }: Table, dialect: Dialect = plainDialect): string {
  if (columns.length === 0 && rows.length === 0) return '';
  return serializeCsv([columns, ...rows], dialect);
}

export function cellOf(table: Table, row: number, column: number): string {
  return table.rows[row]?.[column] ?? '';
}

/** A title to show and to name a column by, also where the file has none. */
export function columnTitle(columns: readonly string[], at: number): string {
  const title = columns[at]?.trim() ?? '';
  return title === '' ? `Column ${columnLetters(at)}` : title;
}

/** A, B … Z, AA, as spreadsheets count. */
export function columnLetters(at: number): string {
  const letters = String.fromCharCode(65 + (at % 26));
  return at < 26 ? letters : columnLetters(Math.floor(at / 26) - 1) + letters;
}

/** By title, or by letter where no title fits. */
export function findColumn(columns: readonly string[], name: string): number {
  const wanted = name.trim().toLowerCase();
  const exact = columns.findIndex((_, at) => columnTitle(columns, at) === name.trim());
  if (exact !== -1) return exact;
  const loose = columns.findIndex((_, at) => columnTitle(columns, at).toLowerCase() === wanted);
  if (loose !== -1) return loose;
  return columns.findIndex((_, at) => columnLetters(at).toLowerCase() === wanted);
}
