import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { askedRange, isKnown } from './byte-range.ts';

const part = (start: number, end: number) => ({ kind: 'part', start, end });
const whole = { kind: 'whole' };
const unsatisfiable = { kind: 'unsatisfiable' };

test.each([
  [undefined, whole],
  ['', whole],
  ['bytes=0-0', part(0, 1)],
  ['bytes=0-9', part(0, 10)],
  ['bytes=0-99', part(0, 10)],
  ['bytes=3-', part(3, 10)],
  ['bytes=9-', part(9, 10)],
  ['bytes=-4', part(6, 10)],
  ['bytes=-99', part(0, 10)],
  ['BYTES= 2-3 ', part(2, 4)],
  ['bytes=10-', unsatisfiable],
  ['bytes=10-20', unsatisfiable],
  ['bytes=-0', unsatisfiable],
  ['bytes=99999999999999999999-', unsatisfiable],
  ['bytes=5-4', whole],
  ['bytes=-', whole],
  ['bytes=0-1,3-4', whole],
  ['bytes=0-1, 0-1, 0-1, 0-1', whole],
  ['bytes=a-b', whole],
  ['bytes=-1-2', whole],
  ['bytes=1.5-2', whole],
  ['bytes=0x1-2', whole],
  ['lines=0-1', whole],
  ['bytes 0-1', whole],
])('F7 of ten bytes, %j', (header, expected) => {
  expect(askedRange(header, 10)).toEqual(expected);
});

test('F7: nothing can be cut out of nothing', () => {
  expect(['bytes=0-', 'bytes=-1', 'bytes=0-0'].map((header) => askedRange(header, 0).kind)).toEqual([
    'unsatisfiable',
    'unsatisfiable',
    'unsatisfiable',
  ]);
});

test('L5: whatever is asked for, a part lies within what there is and is not empty', () => {
  const number = fc.oneof(fc.nat(), fc.bigInt({ min: 0n }), fc.constant(''));
  const header = fc.oneof(
    fc.string().map((any) => `bytes=${any}`),
    fc.tuple(number, number).map(([first, last]) => `bytes=${first}-${last}`),
  );
  fc.assert(
    fc.property(header, fc.nat(1000), (asked, size) => {
      const found = askedRange(asked, size);
      const isWithin =
        found.kind !== 'part' || (found.start >= 0 && found.start < found.end && found.end <= size);
      expect(isWithin).toBe(true);
    }),
  );
});

test.each([
  [undefined, false],
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['*', true],
  ['"b"', false],
  ['a', false],
  ['', false],
])('F7: who has %j knows "a": %s', (header, expected) => {
  expect(isKnown(header, '"a"')).toBe(expected);
});
