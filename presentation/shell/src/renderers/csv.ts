import { parseCsv as parse, sniffDelimiter } from '@loggia/csv';

/** More than any table on a screen needs; a file can claim to have any number. */
const mostRows = 1_000_000;
const mostCells = 10_000_000;

export interface CsvTable {
  readonly delimiter: string;
  readonly rows: readonly (readonly string[])[];
  /** The most cells that a row has. */
  readonly width: number;
  /** There is more in the file than `rows` has. */
  readonly isCut: boolean;
}

interface Limits {
  readonly rows: number;
  readonly cells: number;
}

/** A table for the screen. A cell is only ever text: nothing in it is worked out. */
export function parseCsv(
  text: string,
  { rows, cells }: Limits = { rows: mostRows, cells: mostCells },
  delimiter: string = sniffDelimiter(text),
): CsvTable {
  const { records, cut } = parse(text, delimiter, { records: rows, fields: cells, cells });
  const width = records.reduce((widest, { length }) => Math.max(widest, length), 0);
  return { delimiter, rows: records, width, isCut: cut };
}
