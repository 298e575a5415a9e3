import { describe, expect, it } from 'vitest';
import { defaultBackOff, pauseAfter } from './back-off.ts';

describe('the pause before the next attempt', () => {
  it('A4: doubles from 250 ms up to 30 s', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7, 8, 9, 2000].map((failures) =>
      pauseAfter(failures, defaultBackOff, 0.5),
    );
    expect(pauses).toEqual([250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  });

  it('A4: is spread by a quarter to both sides', () => {
    expect(pauseAfter(3, defaultBackOff, 0)).toBe(750);
    expect(pauseAfter(3, defaultBackOff, 1 - Number.EPSILON)).toBe(1250);
  });
});
