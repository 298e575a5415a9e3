import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fitsTokens, withinTokens } from './model-text.ts';

describe('text for a model', () => {
  test('B7: is cut by what it costs, and says so', () => {
    expect(withinTokens('a'.repeat(40), 10)).toBe('a'.repeat(40));
    expect(withinTokens('a'.repeat(41), 10)).toBe(
      `${'a'.repeat(40)}\n[Cut here: the rest is too long for a model. The user has the whole result.]`,
    );
    expect(withinTokens('漢'.repeat(11), 10)).toMatch(/^漢{10}\n\[Cut here/);
  });

  test('B7: is never cut within a character, and what is left fits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, tokens) => {
        const kept = withinTokens(text, tokens).replace(/\n\[Cut here: .*$/s, '');
        expect(text.startsWith(kept)).toBe(true);
        expect(kept).not.toMatch(/\p{Surrogate}/u);
        expect(fitsTokens(kept, tokens)).toBe(true);
      }),
    );
  });
});
