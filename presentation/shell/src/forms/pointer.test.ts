import { describe, expect, test } from 'vitest';
import { keysIn, pointerTo, valueAt, withValueAt } from './pointer.ts';

describe('J2: places in a context', () => {
  test('are JSON pointers', () => {
    expect(keysIn('')).toEqual([]);
    expect(keysIn('/a~1b/~01/0')).toEqual(['a/b', '~1', '0']);
    expect(pointerTo('/a', 'b/c~')).toBe('/a/b~1c~0');
    expect(valueAt({ a: [{ b: 1 }] }, '/a/0/b')).toBe(1);
    expect(valueAt({ a: 1 }, '/toString')).toBeUndefined();
  });

  test('can be set without a change to what was there', () => {
    const before = { a: [{ b: 1 }, { b: 2 }], c: 3 };
    expect(withValueAt(before, '/a/1/b', 9)).toEqual({ a: [{ b: 1 }, { b: 9 }], c: 3 });
    expect(withValueAt(before, '/a/0', undefined)).toEqual({ a: [{ b: 2 }], c: 3 });
    expect(withValueAt(before, '/c', undefined)).toEqual({ a: before.a });
    expect(withValueAt({}, '/x/y', 1)).toEqual({ x: { y: 1 } });
    expect(before).toEqual({ a: [{ b: 1 }, { b: 2 }], c: 3 });
  });

  test('called like something of JavaScript are places like others', () => {
    const changed = withValueAt({}, '/__proto__/polluted', true) as object;
    expect(Object.hasOwn(changed, '__proto__')).toBe(true);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(Object.getPrototypeOf(changed)).toBe(Object.prototype);
  });
});
