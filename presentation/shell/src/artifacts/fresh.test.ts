import { expect, test } from 'vitest';
import { markFresh, takeFresh } from './fresh.ts';

test('J1: what was just created opens ready to type, once', () => {
  markFresh('a');
  expect([takeFresh('b'), takeFresh('a'), takeFresh('a')]).toEqual([false, true, false]);
});
