import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsInSight, offsetsOf, rowsInSight, scrollToShow } from './windowing.ts';

describe('what is in sight', () => {
  it('is every row that the window touches, and few others', () => {
    const view = fc.record({
      top: fc.nat(5_000_000),
      // One that has no height touches nothing.
      height: fc.integer({ min: 1, max: 2000 }),
      rowHeight: fc.constant(32),
      count: fc.nat(200_000),
      beyond: fc.nat(10),
    });
    fc.assert(
      fc.property(view, (given) => {
        const { first, end } = rowsInSight(given);
        const { top, height, rowHeight, count, beyond } = given;
        expect(first).toBeGreaterThanOrEqual(0);
        expect(end).toBeLessThanOrEqual(count);
        expect(end - first).toBeLessThanOrEqual(Math.ceil(height / rowHeight) + 1 + 2 * beyond);
        const touched = Math.floor((top + height / 2) / rowHeight);
        expect(touched >= count || (touched >= first && touched < end)).toBe(true);
      }),
    );
  });

  it('is every column that the window touches, and few others', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 48, max: 300 }), { maxLength: 60 }),
        fc.nat(9000),
        fc.nat(1500),
        (widths, left, width) => {
          const offsets = offsetsOf(widths);
          const { first, end } = columnsInSight(offsets, left, width, 0);
          for (const [column, start] of offsets.slice(0, -1).entries()) {
            const touched = start < left + width && start + (widths[column] ?? 0) > left;
            expect(!touched || (column >= first && column < end)).toBe(true);
          }
          expect(end - first).toBeLessThanOrEqual(Math.ceil(width / 48) + 2);
        },
      ),
    );
    expect(columnsInSight([0], 0, 500, 2)).toEqual({ first: 0, end: 0 });
  });

  it('moves as little as needed to show something', () => {
    const view = { start: 100, size: 50 };
    expect(scrollToShow({ start: 110, size: 20 }, view)).toBe(100);
    expect(scrollToShow({ start: 90, size: 20 }, view)).toBe(90);
    expect(scrollToShow({ start: 140, size: 20 }, view)).toBe(110);
    expect(scrollToShow({ start: 120, size: 80 }, view)).toBe(120);
  });
});
