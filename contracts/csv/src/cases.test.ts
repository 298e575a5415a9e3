import { expect, test } from 'vitest';
import { csvCases } from './cases.ts';
import { sniffDelimiter, sniffDialect } from './dialect.ts';
import { createCsvParser, parseCsv } from './parse.ts';

test.each(csvCases)('J2: a file with $what', ({ text, delimiter, records }) => {
  expect(sniffDelimiter(text)).toBe(delimiter);
  expect(sniffDialect(text).delimiter).toBe(delimiter);
  expect(parseCsv(text, delimiter).records).toEqual(records);
  const pieces = createCsvParser(delimiter);
  for (const unit of text.split('')) pieces.push(unit);
  pieces.end();
  expect(pieces.records).toEqual(records);
});

test.each([
  ['quotes', '"'.repeat(2_000_000)],
  ['quotes that are never closed', '"a\n'.repeat(500_000)],
  ['cells in quotes on one line', '"a",'.repeat(500_000)],
  ['delimiters', ','.repeat(2_000_000)],
  ['blank lines', '\r\n'.repeat(1_000_000)],
])('L5: nothing but %s takes time in proportion', (_what, text) => {
  const started = performance.now();
  parseCsv(text, sniffDelimiter(text));
  expect(performance.now() - started).toBeLessThan(8_000);
});
