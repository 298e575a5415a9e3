import { describe, expect, test } from 'vitest';
import { arrange, kindOf, letterOf, looksLikeHeader, numberIn } from './table-rows.ts';

describe('J2: the rows of a table', () => {
  test.each([
    ['12', 12],
    ['-1.5', -1.5],
    ['1,234,567.5', 1_234_567.5],
    ['12 000', 12_000],
    ['45 %', 45],
    ['1e3', 1000],
    ['.5', 0.5],
    ['1,2', undefined],
    ['', undefined],
    ['-', undefined],
    ['%', undefined],
    ['e5', undefined],
    ['=1', undefined],
    ['1e999', undefined],
  ])('%j is read as the number %s', (cell, value) => {
    expect(numberIn(cell)).toBe(value);
  });

  test('a column is of numbers or dates only where all its cells are', () => {
    const rows = [
      ['1', '2026-01-02', '1', ''],
      ['', '2026-01-03T10:00Z', 'two', ''],
      ['3.5', '', '3', ''],
    ];
    expect([0, 1, 2, 3].map((column) => kindOf(rows, column))).toEqual(['number', 'date', 'text', 'text']);
  });

  test('a first row of different words is a header', () => {
    expect(
      looksLikeHeader([
        ['city', 'people'],
        ['Oslo', '700000'],
      ]),
    ).toBe(true);
    expect(looksLikeHeader([['Oslo', '700000']])).toBe(false);
    expect(looksLikeHeader([['a', 'a']])).toBe(false);
    expect(looksLikeHeader([['a', '']])).toBe(false);
    expect(looksLikeHeader([])).toBe(false);
  });

  test('columns without a name are lettered', () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(letterOf)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
  });

  const rows = [
    ['b', '10'],
    ['a', '9'],
    ['', '100'],
    ['B', ''],
  ];

  test('sorts numbers as numbers and words without regard to case, empty cells last', () => {
    expect(arrange(rows, '', { column: 1, direction: 'ascending' }, 'number')).toEqual([1, 0, 2, 3]);
    expect(arrange(rows, '', { column: 1, direction: 'descending' }, 'number')).toEqual([2, 0, 1, 3]);
    expect(arrange(rows, '', { column: 0, direction: 'ascending' })).toEqual([1, 0, 3, 2]);
    expect(arrange(rows, '', { column: 0, direction: 'descending' })).toEqual([0, 3, 1, 2]);
  });

  test('shows the rows that hold what is looked for', () => {
    expect(arrange(rows, ' B ', undefined)).toEqual([0, 3]);
    expect(arrange(rows, 'nowhere', undefined)).toEqual([]);
    expect(arrange(rows, '', undefined)).toEqual([0, 1, 2, 3]);
  });
});
