import { parseCsv, sniffDelimiter } from '@loggia/csv';
import { writeGlimpse, glimpseLimits } from '../glimpse.ts';

const beginning = { records: glimpseLimits.rows + 1, fields: Infinity, cells: Infinity };

/** The header of a table and its first rows. */
export function csvGlimpse(source: string): string {
  const { records } = parseCsv(source, sniffDelimiter(source), beginning);
  return writeGlimpse(records, 'titled');
}
