import { expect, test } from 'vitest';
import { firstPlace, fitted, moved } from './pip-place.ts';

const screen = { width: 1000, height: 800 };

test('E6: a small window begins where nobody writes', () => {
  expect(firstPlace(screen)).toEqual({ x: 84, y: 464, width: 400, height: 320 });
  expect(firstPlace({ width: 360, height: 640 })).toEqual({ x: 16, y: 64, width: 328, height: 240 });
});

test('E6: it stays on the screen, and large enough to be used', () => {
  expect(fitted({ x: -50, y: 5000, width: 10, height: 10_000 }, screen)).toEqual({
    x: 0,
    y: 32,
    width: 240,
    height: 768,
  });
});

test('E6: arrows move it, and with Shift change its size', () => {
  const place = { x: 100, y: 100, width: 300, height: 200 };
  expect(moved(place, { key: 'ArrowLeft', shiftKey: false })).toEqual({ ...place, x: 76 });
  expect(moved(place, { key: 'ArrowDown', shiftKey: true })).toEqual({ ...place, height: 224 });
  expect(moved(place, { key: 'toString', shiftKey: false })).toBeUndefined();
});
