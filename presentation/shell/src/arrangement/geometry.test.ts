import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fitted,
  moved,
  placeForNew,
  pulledOff,
  resized,
  smallest,
  snapAt,
  within,
  type Box,
  type Edge,
} from './geometry.ts';

const room = { width: 1000, height: 700 };
const box: Box = { x: 100, y: 50, width: 400, height: 300 };

describe('fitting', () => {
  test('J1: what fits stays as it is', () => {
    expect(fitted(box, room)).toEqual(box);
  });

  test('J1: what was stored on a larger screen is moved in, and made smaller only where it must be', () => {
    expect(fitted({ x: 1500, y: 900, width: 400, height: 300 }, room)).toEqual({
      x: 600,
      y: 400,
      width: 400,
      height: 300,
    });
    expect(fitted({ x: -50, y: 10, width: 4000, height: 300 }, room)).toEqual({
      x: 0,
      y: 10,
      width: 1000,
      height: 300,
    });
  });

  test('J1: halves and the whole follow the room; together the halves are the whole', () => {
    // The position of the room in the page doesn't matter to its windows.
    const odd = { x: 68, y: 48, width: 1001, height: 700 };
    expect(fitted({ ...box, state: 'maximised' }, odd)).toEqual({ x: 0, y: 0, width: 1001, height: 700 });
    expect(fitted({ ...box, state: 'left' }, odd)).toEqual({ x: 0, y: 0, width: 500, height: 700 });
    expect(fitted({ ...box, state: 'right' }, odd)).toEqual({ x: 500, y: 0, width: 501, height: 700 });
  });

  test('J1: however hostile the wish, the window is inside the room', () => {
    const number = fc.integer({ min: -100_000, max: 100_000 });
    const size = fc.integer({ min: 1, max: 100_000 });
    const any = fc.record({ x: number, y: number, width: size, height: size });
    fc.assert(
      fc.property(any, fc.record({ width: size, height: size }), (wish, into) => {
        const { x, y, width, height } = within(wish, into);
        expect(x >= 0 && y >= 0 && x + width <= into.width && y + height <= into.height).toBe(true);
        expect(width > 0 && height > 0).toBe(true);
      }),
    );
  });
});

describe('moving and resizing', () => {
  test('a window stops at the walls', () => {
    expect(moved(box, { x: 20, y: -10 }, room)).toEqual({ ...box, x: 120, y: 40 });
    expect(moved(box, { x: -500, y: 5000 }, room)).toEqual({ ...box, x: 0, y: 400 });
  });

  test.each<[Edge, Box]>([
    ['e', { ...box, width: 430 }],
    ['s', { ...box, height: 320 }],
    ['w', { ...box, x: 130, width: 370 }],
    ['n', { ...box, y: 70, height: 280 }],
    ['se', { ...box, width: 430, height: 320 }],
    ['nw', { x: 130, y: 70, width: 370, height: 280 }],
    ['ne', { ...box, y: 70, width: 430, height: 280 }],
    ['sw', { ...box, x: 130, width: 370, height: 320 }],
  ])('J1: pulled at %s the opposite side stays', (edge, expected) => {
    expect(resized(box, edge, { x: 30, y: 20 }, room)).toEqual(expected);
  });

  test('J1: nothing is made smaller than it can be used, nor larger than the room', () => {
    const corner = resized(box, 'nw', { x: 5000, y: 5000 }, room);
    expect(corner).toEqual({ x: 200, y: 170, ...smallest });
    expect(resized(box, 'se', { x: 5000, y: 5000 }, room)).toEqual({ ...box, width: 900, height: 650 });
    expect(resized(box, 'nw', { x: -5000, y: -5000 }, room)).toEqual({ x: 0, y: 0, width: 500, height: 350 });
  });
});

describe('snapping', () => {
  test('J1: the edges of the room, and nothing in between', () => {
    const at = (x: number, y: number) => snapAt({ x, y }, room);
    expect([at(3, 300), at(998, 300), at(500, 2), at(500, 300), at(500, 699)]).toEqual([
      'left',
      'right',
      'maximised',
      undefined,
      undefined,
    ]);
  });

  test('J1: dragged off, a window has its own size again and stays under the pointer', () => {
    const whole = { x: 0, y: 0, width: 1000, height: 700 };
    const off = pulledOff(whole, box, { x: 750, y: 10 }, room);
    expect(off).toEqual({ x: 450, y: 0, width: 400, height: 300 });
  });
});

describe('new windows', () => {
  test('J1: the first in the middle, the next beside it', () => {
    const first = placeForNew([], room);
    const second = placeForNew([first], room);
    expect(first).toEqual({ x: 70, y: 33, width: 860, height: 600 });
    expect(second).toEqual({ ...first, x: 102, y: 65 });
  });

  test('J1: a window for something of a known height is as tall, as far as there is room', () => {
    expect(placeForNew([], room, 300).height).toBe(300);
    expect(placeForNew([], room, 5000).height).toBe(602);
  });

  test('J1: fifty windows all open inside the room', () => {
    const all: Box[] = [];
    for (let count = 0; count < 50; count += 1) all.push(placeForNew(all, room));
    expect(all.map((one) => within(one, room))).toEqual(all);
    expect(new Set(all.map(({ x, y }) => `${x} ${y}`)).size).toBeGreaterThan(20);
  });

  test('a room of nothing does no harm', () => {
    expect(placeForNew([], { width: 0, height: 0 })).toEqual({ x: 0, y: 0, width: 1, height: 1 });
  });
});
