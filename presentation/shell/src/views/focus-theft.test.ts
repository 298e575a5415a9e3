import { expect, test } from 'vitest';
import { isPersistent, isTheft } from './focus-theft.ts';

const quiet = {
  wasWriting: true,
  msSinceKey: 5000,
  msSinceTab: Infinity,
  isPointedAt: false,
  hasPointed: false,
};

test.each([
  ['a View that takes the focus from somebody who writes', quiet, true],
  [
    'the same while the pointer happens to lie over it',
    { ...quiet, msSinceKey: 100, isPointedAt: true },
    true,
  ],
  [
    'a click right after the last key',
    { ...quiet, msSinceKey: 100, isPointedAt: true, hasPointed: true },
    false,
  ],
  ['a click into the View', { ...quiet, isPointedAt: true }, false],
  ['the tabulator', { ...quiet, msSinceKey: 10, msSinceTab: 10 }, false],
  ['nobody was writing', { ...quiet, wasWriting: false }, false],
])('E3: %s', (_, change, expected) => {
  expect(isTheft(change)).toBe(expected);
});

test('E3: a View that takes it again and again is told from one that did so now and then', () => {
  expect(isPersistent([0, 100])).toBe(false);
  expect(isPersistent([0, 5000, 60_000])).toBe(false);
  expect(isPersistent([0, 55_000, 57_000, 60_000])).toBe(true);
});
