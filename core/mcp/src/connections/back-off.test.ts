import { expect, it } from 'vitest';
import { defaultBackOff, waitAfter } from './back-off.ts';

it('B5: the wait doubles up to its limit, and chance spreads it', () => {
  expect([1, 2, 3, 7, 20].map((failures) => waitAfter(failures, defaultBackOff, 0))).toEqual([
    250, 500, 1000, 15_000, 15_000,
  ]);
  expect(waitAfter(1, defaultBackOff, 0.999)).toBe(500);
});
