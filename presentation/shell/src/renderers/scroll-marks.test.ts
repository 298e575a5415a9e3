import { expect, test } from 'vitest';
import { lineOf, topOf, type Mark } from './scroll-marks.ts';

const marks: readonly Mark[] = [
  { line: 1, top: 0 },
  { line: 3, top: 100 },
  { line: 3, top: 120 },
  { line: 13, top: 620 },
];

test('J10: a line of the source is found in the preview, and the other way round', () => {
  expect([1, 2, 8, 13].map((line) => topOf(marks, line))).toEqual([0, 50, 370, 620]);
  expect([0, 50, 370, 620].map((top) => lineOf(marks, top))).toEqual([1, 2, 8, 13]);
});

test('J10: beyond both ends, the nearest counts; without anything, the beginning', () => {
  expect([topOf(marks, 0), topOf(marks, 99)]).toEqual([0, 620]);
  expect([lineOf(marks, -5), lineOf(marks, 9999)]).toEqual([1, 13]);
  expect([topOf([], 4), lineOf([], 4)]).toEqual([0, 0]);
});
