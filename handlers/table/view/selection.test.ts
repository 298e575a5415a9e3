import { describe, expect, it } from 'vitest';
import {
  areaOf,
  isInside,
  keepInside,
  moveSelection,
  selectionAt,
  type Selection,
  type Stroke,
} from './selection.ts';

const extent = { rows: 10, columns: 4, page: 3 };
const stroke = (key: string, more: Partial<Stroke> = {}): Stroke => ({
  key,
  shift: false,
  control: false,
  ...more,
});

describe('the selection', () => {
  it.each([
    ['ArrowDown', {}, { row: 6, column: 2 }],
    ['ArrowUp', {}, { row: 4, column: 2 }],
    ['ArrowLeft', {}, { row: 5, column: 1 }],
    ['ArrowRight', {}, { row: 5, column: 3 }],
    ['ArrowDown', { control: true }, { row: 9, column: 2 }],
    ['ArrowRight', { control: true }, { row: 5, column: 3 }],
    ['PageDown', {}, { row: 8, column: 2 }],
    ['PageUp', {}, { row: 2, column: 2 }],
    ['Home', {}, { row: 5, column: 0 }],
    ['End', {}, { row: 5, column: 3 }],
    ['Home', { control: true }, { row: 0, column: 0 }],
    ['End', { control: true }, { row: 9, column: 3 }],
  ])('moves with %s %j', (key, more, active) => {
    const from = selectionAt({ row: 5, column: 2 });
    expect(moveSelection(from, stroke(key, more), extent)).toEqual(selectionAt(active));
  });

  it('stays inside, and reaches the header above the first row', () => {
    const corner = selectionAt({ row: 9, column: 3 });
    expect(moveSelection(corner, stroke('ArrowDown'), extent)).toEqual(corner);
    expect(moveSelection(corner, stroke('PageDown'), extent)).toEqual(corner);
    const first = selectionAt({ row: 0, column: 0 });
    expect(moveSelection(first, stroke('ArrowUp'), extent)?.active.row).toBe(-1);
    expect(moveSelection(first, stroke('PageUp'), extent)?.active.row).toBe(0);
    expect(moveSelection(first, stroke('ArrowUp', { shift: true }), extent)?.active.row).toBe(0);
  });

  it('grows with Shift from where it began', () => {
    const from = selectionAt({ row: 5, column: 2 });
    const grown = moveSelection(from, stroke('ArrowUp', { shift: true }), extent);
    expect(grown).toEqual({ anchor: { row: 5, column: 2 }, active: { row: 4, column: 2 } });
    expect(areaOf(grown as Selection)).toEqual({ top: 4, bottom: 5, left: 2, right: 2 });
    expect(isInside(areaOf(grown as Selection), 5, 2)).toBe(true);
    expect(isInside(areaOf(grown as Selection), 6, 2)).toBe(false);
  });

  it('takes everything, and ignores other keys', () => {
    const from = selectionAt({ row: 5, column: 2 });
    const all = moveSelection(from, stroke('a', { control: true }), extent);
    expect(areaOf(all as Selection)).toEqual({ top: 0, bottom: 9, left: 0, right: 3 });
    expect(moveSelection(from, stroke('a'), extent)).toBeUndefined();
  });

  it('comes back inside when rows and columns went', () => {
    const far = selectionAt({ row: 9, column: 3 });
    expect(keepInside(far, { rows: 2, columns: 1 })).toEqual(selectionAt({ row: 1, column: 0 }));
    expect(keepInside(selectionAt({ row: 0, column: 0 }), { rows: 0, columns: 0 })).toEqual(
      selectionAt({ row: 0, column: 0 }),
    );
    expect(keepInside(selectionAt({ row: -1, column: 0 }), { rows: 5, columns: 1 })).toEqual(
      selectionAt({ row: -1, column: 0 }),
    );
  });
});
