import { describe, expect, test } from 'vitest';
import { isGesture, type GestureEvidence } from './gesture.ts';

const clicked: GestureEvidence = {
  sinceSign: 10,
  sinceElsewhere: Infinity,
  isActive: true,
  hasFocus: true,
  isCertain: true,
};

describe('a gesture in a View', () => {
  test('E12: is one that its page saw, in the frame that has the focus, and that the browser knows of', () => {
    expect(isGesture(clicked)).toBe(true);
    expect(isGesture({ ...clicked, isCertain: false })).toBe(true);
  });

  test.each([
    ['that its page has not seen', { sinceSign: Infinity }],
    ['that is over', { sinceSign: 5001 }],
    ['that the browser knows nothing of', { isActive: false }],
    ['in a View that does not have the focus', { hasFocus: false }],
    ['after which something else was done elsewhere', { sinceElsewhere: 5 }],
  ])('E12: is not one %s', (_, change) => {
    for (const isCertain of [true, false])
      expect(isGesture({ ...clicked, isCertain, ...change })).toBe(false);
  });

  test('E12: that the View could have forged counts once nothing else accounts for it', () => {
    expect(isGesture({ ...clicked, sinceElsewhere: 1000 })).toBe(true);
    expect(isGesture({ ...clicked, isCertain: false, sinceElsewhere: 1000 })).toBe(4001);
  });
});
