import { describe, expect, test } from 'vitest';
import { columnsIn, destination, type GridShape } from './grid-navigation.ts';

// 0 1 2
// 3 4 5
// 6 7
const grid: GridShape = { count: 8, columns: 3, rowsPerPage: 2 };
const list: GridShape = { count: 8, columns: 1, rowsPerPage: 3 };
const from =
  (index: number, shape = grid) =>
  (key: string) =>
    destination(key, index, shape);

describe('in a grid', () => {
  test('J1: arrows go to the neighbors and stop at the ends', () => {
    expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].map(from(4))).toEqual([3, 5, 1, 7]);
    expect(['ArrowLeft', 'ArrowUp'].map(from(0))).toEqual([0, 0]);
    expect(['ArrowRight', 'ArrowDown'].map(from(7))).toEqual([7, 7]);
  });

  test('J1: down into a row that ends before this column leads to its last one', () => {
    expect(from(5)('ArrowDown')).toBe(7);
    expect(from(6)('ArrowDown')).toBe(6);
  });

  test('pages, beginning and end', () => {
    expect(['PageDown', 'PageUp', 'Home', 'End'].map(from(1))).toEqual([7, 1, 0, 7]);
    expect(from(7)('PageUp')).toBe(1);
  });

  test('other keys lead nowhere, and nothing has no neighbors', () => {
    expect(from(4)('a')).toBeUndefined();
    expect(destination('ArrowDown', 0, { ...grid, count: 0 })).toBeUndefined();
  });
});

test('in a list only up and down lead somewhere', () => {
  expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].map(from(4, list))).toEqual([
    undefined,
    undefined,
    3,
    5,
  ]);
  expect(['PageUp', 'PageDown'].map(from(4, list))).toEqual([1, 7]);
});

test('columns: as many as fit with their gaps, at least one', () => {
  expect([100, 199, 210, 431, 640, 650].map((width) => columnsIn(width, 200, 20))).toEqual([
    1, 1, 1, 2, 3, 3,
  ]);
});
