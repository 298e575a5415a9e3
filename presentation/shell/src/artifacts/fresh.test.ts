import { expect, test } from 'vitest';
import { isFresh, markFresh } from './fresh.ts';

test('J1: what was just created opens ready to type, and later to be read', () => {
  markFresh('a', 1000);
  expect([isFresh('b', 1000), isFresh('a', 1000), isFresh('a', 30_999), isFresh('a', 31_000)]).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
