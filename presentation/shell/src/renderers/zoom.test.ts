import { describe, expect, test } from 'vitest';
import { fitting, moved, zoomed } from './zoom.ts';

describe('J2: a picture in its frame', () => {
  test('fits, and is never blown up', () => {
    expect(fitting({ width: 2000, height: 500 }, { width: 1000, height: 1000 }).scale).toBe(0.5);
    expect(fitting({ width: 10, height: 10 }, { width: 1000, height: 1000 }).scale).toBe(1);
    expect(fitting({ width: 0, height: 0 }, { width: 0, height: 0 }).scale).toBe(1);
  });

  test('grows around the cursor', () => {
    const before = { scale: 1, x: 10, y: -20 };
    const at = { x: 50, y: 40 };
    const after = zoomed(before, 2, at);
    // The point of the picture under the cursor is the same as before.
    expect((at.x - after.x) / after.scale).toBeCloseTo((at.x - before.x) / before.scale);
    expect((at.y - after.y) / after.scale).toBeCloseTo((at.y - before.y) / before.scale);
    expect(after.scale).toBe(2);
  });

  test('has a largest and a smallest size', () => {
    expect(zoomed({ scale: 1, x: 0, y: 0 }, 1e9).scale).toBe(40);
    expect(zoomed({ scale: 1, x: 0, y: 0 }, 1e-9).scale).toBe(0.02);
  });

  test('cannot be moved out of sight', () => {
    const picture = { width: 100, height: 60 };
    expect(moved({ scale: 2, x: 0, y: 0 }, { x: 1e6, y: -1e6 }, picture)).toEqual({
      scale: 2,
      x: 100,
      y: -60,
    });
    expect(moved({ scale: 2, x: 0, y: 0 }, { x: 5, y: 6 }, picture)).toEqual({ scale: 2, x: 5, y: 6 });
  });
});
