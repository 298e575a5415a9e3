import { parseCsv, sniffDelimiter } from '@loggia/csv';

/** The source was cut before. */
const all = { records: Infinity, fields: Infinity, cells: Infinity };

/** The cells of a table, one line per row. A quote that is never closed breaks the layout, but keeps the words. */
export function csvText(source: string): string {
  const { records } = parseCsv(source, sniffDelimiter(source), all);
  const lines = records.map((cells) => cells.join(' ')).join('\n');
  return /[\r\n]$/.test(source) ? `${lines}\n` : lines;
}
