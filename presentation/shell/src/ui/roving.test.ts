import { expect, test } from 'vitest';
import { rovingTarget } from './roving.ts';

test('J5: arrows go round in a group, Home and End to its ends, and other keys are left alone', () => {
  const from = (at: number) =>
    ['ArrowRight', 'ArrowLeft', 'Home', 'End', 'Tab', 'ArrowDown'].map((key) => rovingTarget(key, at, 4));
  expect(from(0)).toEqual([1, 3, 0, 3, undefined, undefined]);
  expect(from(3)).toEqual([0, 2, 0, 3, undefined, undefined]);
  expect(rovingTarget('ArrowRight', 0, 0)).toBeUndefined();
});
