import { describe, expect, test } from 'vitest';
import {
  clear,
  focusOn,
  kept,
  nothingSelected,
  selectAll,
  selectOnly,
  selectTo,
  toggle,
} from './selection.ts';

const things = (...ids: string[]) => ids.map((id) => ({ id }));
const order = things('a', 'b', 'c', 'd', 'e');
const all = new Set(order.map(({ id }) => id));
const chosen = (ids: Iterable<string>) => [...ids].toSorted();

describe('choosing', () => {
  test('J1: a click chooses one and lets go of the others', () => {
    expect(selectOnly('b')).toEqual({ ids: new Set(['b']), anchor: 'b', current: 'b' });
  });

  test('J1: one more, and the same one less', () => {
    const two = toggle(selectOnly('a'), 'c');
    expect(two).toEqual({ ids: new Set(['a', 'c']), anchor: 'c', current: 'c' });
    expect(chosen(toggle(two, 'a').ids)).toEqual(['c']);
  });

  test('J1: Shift chooses a range in either direction and may be corrected from the same anchor', () => {
    const down = selectTo(selectOnly('b'), 'd', order);
    expect(down).toEqual({ ids: new Set(['b', 'c', 'd']), anchor: 'b', current: 'd' });
    expect(selectTo(down, 'a', order)).toEqual({ ids: new Set(['a', 'b']), anchor: 'b', current: 'a' });
  });

  test('a range begins at the focus where nothing was chosen before', () => {
    const focused = focusOn(nothingSelected, 'b');
    expect(chosen(selectTo(focused, 'c', order).ids)).toEqual(['b', 'c']);
  });

  test('a range from something that is gone is one', () => {
    expect(selectTo(selectOnly('x'), 'c', order)).toEqual(selectOnly('c'));
  });

  test('all, and none with the focus where it was', () => {
    const everything = selectAll(selectOnly('b'), order);
    expect(everything).toEqual({ ids: all, anchor: 'b', current: 'b' });
    expect(clear(everything)).toEqual({ ids: new Set(), current: 'b' });
    expect(clear(nothingSelected)).toBe(nothingSelected);
  });
});

describe('when the list changes', () => {
  test('nothing of it went: the same object', () => {
    const selection = toggle(selectOnly('a'), 'c');
    expect(kept(selection, order, [{ id: 'z' }, ...order])).toBe(selection);
    const everything = selectAll(selection, order);
    expect(kept(everything, order, [{ id: 'z' }, ...order])).toBe(everything);
  });

  test('of many that are chosen, only those that went are let go', () => {
    const everything = selectAll(selectOnly('c'), order);
    const left = kept(everything, order, things('a', 'c', 'e', 'f'));
    expect(left).toEqual({ ids: new Set(['a', 'c', 'e']), anchor: 'c', current: 'c' });
  });

  test('the focus goes to what came after, else to what came before', () => {
    const selection = toggle(selectOnly('a'), 'c');
    expect(kept(selection, order, things('a', 'b', 'd', 'e'))).toEqual({ ids: new Set(['a']), current: 'd' });
    expect(kept(selectOnly('e'), order, things('a', 'b'))).toEqual({ ids: new Set(), current: 'b' });
  });

  test('nothing is left of a list that is empty', () => {
    expect(kept(selectAll(selectOnly('a'), order), order, [])).toEqual({ ids: new Set() });
  });
});
