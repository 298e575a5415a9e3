import { describe, expect, it } from 'vitest';
import { distanceFromEnd, sticks, type Extent, type Moved } from './stick.ts';

const at = (top: number, view = 500, total = 2000): Extent => ({ top, view, total });

const after = (isStuck: boolean, before: Extent, then: Extent, by: Moved['by'] = 'layout') =>
  sticks(isStuck, { before, after: then, by });

describe('sticking to the end', () => {
  it('J3: what grows does not let go of the end', () => {
    expect(after(true, at(1500), at(1500, 500, 2600))).toBe(true);
  });

  it('J3: what takes room from the transcript does not either', () => {
    expect(after(true, at(1500), at(1500, 300))).toBe(true);
  });

  it('J3: whoever scrolls up lets go, by however little', () => {
    expect(after(true, at(1500), at(1480))).toBe(false);
    expect(after(false, at(1480), at(1200))).toBe(false);
  });

  it('J3: rows that turn out smaller than they were taken for do not let go of the end', () => {
    expect(after(true, at(1500), at(1300, 500, 1900))).toBe(true);
    expect(after(true, at(1500), at(1300, 500, 1900), 'user')).toBe(false);
  });

  it('J3: whoever comes back to the end, or near it, is there again', () => {
    expect(after(false, at(1200), at(1500))).toBe(true);
    expect(after(false, at(1200), at(1450))).toBe(true);
    expect(after(false, at(1200), at(1400))).toBe(false);
  });

  it('J3: a transcript that got shorter is at its end', () => {
    expect(after(true, at(1500), at(900, 500, 1400))).toBe(true);
    expect(distanceFromEnd(at(1600))).toBe(0);
  });
});
