import { expect, test } from 'vitest';
import { fileNameOf, titleOf } from './file-title.ts';

test('F7: a file is called by its name', () => {
  expect([titleOf('Q3 report.pdf'), fileNameOf('Q3 report.pdf')]).toEqual(['Q3 report.pdf', 'Q3 report.pdf']);
});

test('F7: names that the host would not take are made to fit, with their ending', () => {
  expect(titleOf('a\nb\u0000.txt')).toBe('a b .txt');
  expect(titleOf(' \n ')).toBe('Untitled');
  const long = `${'x'.repeat(600)}.csv`;
  expect([titleOf(long).length, titleOf(long).slice(-6)]).toEqual([500, 'xx.csv']);
  expect([fileNameOf(long).length, fileNameOf(long).slice(-6)]).toEqual([255, 'xx.csv']);
  expect(titleOf('y'.repeat(600))).toBe('y'.repeat(500));
});
