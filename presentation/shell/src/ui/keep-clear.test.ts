import { describe, expect, it } from 'vitest';
import { liftOver } from './keep-clear.ts';

const box = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });
const toast = box(88, 840, 468, 884);

describe('what comes up at the bottom covers nothing that one needs', () => {
  it('J5: stays where it is while nothing is in its way', () => {
    expect(liftOver(toast, [], 900)).toBe(0);
    // Beside it, above it, below the screen, and folded to nothing.
    const elsewhere = [
      box(500, 840, 900, 884),
      box(88, 700, 468, 820),
      box(88, 900, 468, 950),
      box(88, 860, 468, 860),
    ];
    expect(liftOver(toast, elsewhere, 900)).toBe(0);
  });

  it('J5: rises over a bar, and on over the next one', () => {
    const bar = box(300, 838, 800, 880);
    expect(liftOver(toast, [bar], 900)).toBe(54);
    const panel = box(84, 720, 424, 830);
    expect(liftOver(toast, [panel, bar], 900)).toBe(172);
    expect(liftOver(toast, [bar, panel], 900)).toBe(172);
  });

  it('J5: does not rise over what it does not reach', () => {
    const high = box(84, 100, 424, 700);
    expect(liftOver(toast, [box(300, 838, 800, 880), high], 900)).toBe(54);
  });

  it('J5: never rises out of sight', () => {
    expect(liftOver(toast, [box(0, 0, 1000, 900)], 900)).toBe(832);
  });
});
