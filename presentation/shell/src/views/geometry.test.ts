import { expect, test } from 'vitest';
import { placeOver } from './geometry.ts';

const box = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });
const screen = box(0, 0, 1000, 800);

test('E6: a frame lies over its slot, in whole pixels', () => {
  expect(placeOver(box(10.4, 20.6, 310.2, 220.4), [screen])).toEqual({
    left: 10,
    top: 21,
    width: 300,
    height: 199,
    clip: 'none',
    isSeen: true,
  });
});

test('E6: what has scrolled out of its transcript is cut off, on every side', () => {
  const slot = box(100, 100, 500, 500);
  expect(placeOver(slot, [screen, box(150, 120, 480, 460)]).clip).toBe('inset(20px 20px 40px 50px)');
});

test('E6: the closest of several that scroll decides', () => {
  const slot = box(0, 0, 100, 100);
  expect(placeOver(slot, [box(0, 10, 100, 100), box(0, 30, 100, 90)]).clip).toBe('inset(30px 0px 10px 0px)');
});

test.each([
  ['above', box(0, -300, 100, 0)],
  ['below', box(0, 800, 100, 900)],
  ['beside', box(1000, 0, 1100, 100)],
  ['without size', box(10, 10, 10, 50)],
])('E6: a slot %s what can be seen is not seen', (_, slot) => {
  expect(placeOver(slot, [screen]).isSeen).toBe(false);
});

test('E6: what floats over a transcript makes a hole in the Views below it', () => {
  const slot = box(100, 100, 500, 500);
  expect(placeOver(slot, [box(0, 0, 1000, 450)], [box(200, 420, 300, 460), box(600, 0, 700, 50)]).clip).toBe(
    'path(evenodd, "M0 0H400V350H0ZM100 320H200V350H100Z")',
  );
});
