import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { plain, styleFor } from './style.ts';
import { table, type Column } from './table.ts';
import { fitted, widthOf, wrapped } from './width.ts';

interface Row {
  readonly name: string;
  readonly says: string;
}

const columns: readonly Column<Row>[] = [
  { title: 'name', cell: ({ name }) => name, whole: true },
  { title: 'says', cell: ({ says }) => says },
];
const rows: readonly Row[] = [
  { name: 'files', says: 'Reads and writes files of this machine' },
  { name: '漢字', says: '' },
];

test('L2: columns line up, also where characters are wide, and what is empty shows', () => {
  expect(table(rows, columns, { cells: 80, style: plain })).toEqual([
    'NAME   SAYS',
    'files  Reads and writes files of this machine',
    '漢字   –',
  ]);
});

test('L2: a narrow terminal cuts what may be cut', () => {
  expect(table(rows, columns, { cells: 20, style: plain })).toEqual([
    'NAME   SAYS',
    'files  Reads and wr…',
    '漢字   –',
  ]);
});

test('L2: where a table cannot fit, each row is a paragraph with nothing cut', () => {
  expect(table(rows, columns, { cells: 10, style: plain })).toEqual([
    'NAME files',
    'SAYS Reads and writes files of this machine',
    '',
    'NAME 漢字',
    'SAYS –',
  ]);
});

test('L2: no row of a table is wider than the terminal, and none has control characters', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({ name: fc.string({ maxLength: 12 }), says: fc.string({ unit: 'binary', maxLength: 60 }) }),
        { minLength: 1, maxLength: 4 },
      ),
      fc.integer({ min: 24, max: 100 }),
      (some, cells) => {
        for (const line of table(some, columns, { cells, style: plain })) {
          expect(line).not.toMatch(/\p{Cc}/u);
          expect(widthOf(line)).toBeLessThanOrEqual(cells);
        }
      },
    ),
  );
});

test('L2: text is cut and broken at whole characters', () => {
  expect(fitted('a👩‍💻b👩‍💻', 5)).toBe('a👩‍💻b…');
  expect(wrapped('one two three\nfour', 8)).toEqual(['one two', 'three', 'four']);
});

test('L2: colors are for terminals only, and only where they are wanted', () => {
  expect(styleFor(true, {}).good('ok')).toBe('\u001b[32mok\u001b[39m');
  expect(styleFor(true, { NO_COLOR: '' }).good('ok')).toBe('\u001b[32mok\u001b[39m');
  for (const style of [
    styleFor(false, {}),
    styleFor(true, { NO_COLOR: '1' }),
    styleFor(true, { TERM: 'dumb' }),
  ]) {
    expect(style).toBe(plain);
  }
});
