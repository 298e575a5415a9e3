import { expect, test } from 'vitest';
import { nextRegion } from './regions.ts';

test('J5: parts of the page are gone through round and round, and entered at their end', () => {
  const go = (at: number) => [nextRegion(at, 4, 'forward'), nextRegion(at, 4, 'back')];
  expect([-1, 0, 3].map(go)).toEqual([
    [0, 3],
    [1, 3],
    [0, 2],
  ]);
});
