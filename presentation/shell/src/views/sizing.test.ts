import { describe, expect, test } from 'vitest';
import { refitted, resized, startSizing, type Sizing } from './sizing.ts';

const bounds = { least: 60, most: 700 };

/** Lets a View answer each height that it is given, until it is silent or the rounds are over. */
function converse(
  view: (height: number, round: number) => number,
  { start = 300, rounds = 500, everyMs = 16 } = {},
): { readonly final: Sizing; readonly heights: readonly number[] } {
  let sizing = startSizing(start);
  const heights: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const next = resized(sizing, view(sizing.height, round), round * everyMs, bounds);
    if (next.height !== sizing.height) heights.push(next.height);
    sizing = next;
  }
  return { final: sizing, heights };
}

describe('the height of a View', () => {
  test('E4: a View is as high as it says, within bounds', () => {
    expect(resized(startSizing(300), 420, 0, bounds).height).toBe(420);
    expect(resized(startSizing(300), 5000, 0, bounds).height).toBe(700);
    expect(resized(startSizing(300), 0, 0, bounds).height).toBe(60);
  });

  test('E4: what is no height changes nothing', () => {
    const before = startSizing(300);
    for (const nonsense of [Number.NaN, Infinity, -Infinity, -1])
      expect(resized(before, nonsense, 0, bounds)).toBe(before);
  });

  test('E4: a View that shrinks by a pixel with each answer stays as it is', () => {
    expect(converse((height) => height - 1).heights).toEqual([]);
  });

  test('E4: a View that adds its margin each time stops growing after a few rounds', () => {
    const { heights, final } = converse((height) => height + 16);
    expect(heights.length).toBeLessThan(8);
    expect(final.height).toBeLessThan(420);
  });

  test('E4: a View that shrinks by its border each time stops shrinking after a few rounds', () => {
    const { heights, final } = converse((height) => height - 20, { start: 600 });
    expect(heights.length).toBeLessThan(8);
    expect(final.height).toBeGreaterThan(450);
  });

  test('E4: a View whose scroll bar comes and goes keeps the larger of its two heights', () => {
    const { heights, final } = converse((height) => (height >= 415 ? 400 : 415));
    expect(heights.length).toBeLessThan(9);
    expect(final.height).toBe(415);
  });

  test('E4: content that grows line by line while it is written is followed to its end', () => {
    const { final } = converse((_, round) => 100 + Math.min(round, 20) * 20, {
      start: 100,
      rounds: 40,
      everyMs: 120,
    });
    expect(final.height).toBe(500);
  });

  test('E4: after a loop was cut, another height is listened to', () => {
    const { final } = converse((height) => height + 16);
    expect(resized(final, 150, 60_000, bounds).height).toBe(150);
  });

  test('E4: a smaller room cuts a View short, a larger one leaves it', () => {
    const before = startSizing(600);
    expect(refitted(before, { least: 60, most: 400 }).height).toBe(400);
    expect(refitted(before, bounds)).toBe(before);
  });
});
