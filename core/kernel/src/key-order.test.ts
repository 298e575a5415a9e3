import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareKeys } from './key-order.ts';

const bytes = new TextEncoder();

function byBytes(a: string, b: string): number {
  const [ofA, ofB] = [bytes.encode(a), bytes.encode(b)];
  const at = ofA.findIndex((byte, index) => byte !== ofB[index]);
  if (at < 0) return Math.sign(ofA.length - ofB.length);
  return at < ofB.length ? Math.sign((ofA[at] ?? 0) - (ofB[at] ?? 0)) : 1;
}

test('KN24: keys are in the order of their bytes, also beyond the first 65,536 characters', () => {
  expect(compareKeys('\u{1f600}', '\uffee')).toBeGreaterThan(0);
  const edges = [
    '\0',
    'a',
    '\u007f',
    '\u0080',
    '\u07ff',
    '\u0800',
    '\ud7ff',
    '\ue000',
    '\uffff',
    '\u{10000}',
    '\u{10ffff}',
  ];
  const text = fc.string({ unit: fc.constantFrom(...edges), maxLength: 4 });
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareKeys(a, b))).toBe(byBytes(a, b));
    }),
  );
});
