import { parseCsv, sniffDelimiter } from '@loggia/csv';

/** The source is cut before it comes here. */
const all = { records: Infinity, fields: Infinity, cells: Infinity };

/** The cells of a table, a line for each row. A quote that is never closed costs the layout, not the words. */
export function csvText(source: string): string {
  const { records } = parseCsv(source, sniffDelimiter(source), all);
  const lines = records.map((cells) => cells.join(' ')).join('\n');
  return /[\r\n]$/.test(source) ? `${lines}\n` : lines;
}
