import { csvCases } from '@loggia/csv/cases';
import { expect, test } from 'vitest';
import { readTable, tableOfRecords } from './table.ts';

test.each(csvCases)('F3: reads as every reader does: $what', ({ text, delimiter, records }) => {
  const { table, dialect } = readTable(text);
  expect(table).toEqual(tableOfRecords(records));
  expect(dialect.delimiter).toBe(delimiter);
});
