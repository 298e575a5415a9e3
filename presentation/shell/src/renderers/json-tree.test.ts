import { describe, expect, test } from 'vitest';
import { rowsOf, search } from './json-tree.ts';

const all = () => true;
const shape = (value: unknown, isOpen: (id: string, depth: number) => boolean = all) =>
  rowsOf(value, isOpen).map(({ depth, key, kind, text }) => [depth, key, kind, text]);

describe('J2: a JSON document as a tree', () => {
  test('has a line for each key and value, in the order of the document', () => {
    expect(shape({ b: [1, 'two', null], a: { 'x/y~z': true }, empty: {} })).toEqual([
      [0, undefined, 'object', ''],
      [1, 'b', 'array', ''],
      [2, 0, 'number', '1'],
      [2, 1, 'string', '"two"'],
      [2, 2, 'null', 'null'],
      [1, 'a', 'object', ''],
      [2, 'x/y~z', 'boolean', 'true'],
      [1, 'empty', 'object', ''],
    ]);
  });

  test('names each line by its JSON pointer', () => {
    expect(rowsOf({ 'a/b': { '~': 1 } }, all).map(({ pointer }) => pointer)).toEqual([
      '',
      '/a~1b',
      '/a~1b/~0',
    ]);
  });

  test('shows what is open, and no more', () => {
    expect(shape({ a: { b: { c: 1 } } }, (_, depth) => depth < 1)).toEqual([
      [0, undefined, 'object', ''],
      [1, 'a', 'object', ''],
    ]);
  });

  test('long lists come in parts', () => {
    const list = Array.from({ length: 2500 }, (_, index) => index);
    const closed = rowsOf(list, (id) => id === '');
    expect(closed.map(({ id, kind, count }) => [id, kind, count])).toEqual([
      ['', 'array', 2500],
      ['#0', 'part', 1000],
      ['#1000', 'part', 1000],
      ['#2000', 'part', 500],
    ]);
    const opened = rowsOf(list, (id) => id === '' || id === '#2000');
    expect(opened).toHaveLength(504);
    expect(opened.at(-1)).toMatchObject({ pointer: '/2499', key: 2499, text: '2499' });
  });

  test('a document that is nested without end breaks nothing', () => {
    const deep: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
    expect(rowsOf(deep, (_, depth) => depth < 500)).toHaveLength(501);
    expect(search(deep, 'x')).toEqual([]);
  });

  test('keys that mean something to JavaScript are keys like others', () => {
    const value: unknown = JSON.parse('{"__proto__": {"polluted": 1}, "constructor": 2}');
    expect(shape(value).map(([, key]) => key)).toEqual([undefined, '__proto__', 'polluted', 'constructor']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('long texts are cut', () => {
    expect(rowsOf('x'.repeat(1_000_000), all)[0]?.text.length).toBeLessThan(2100);
  });
});

describe('J2: searching a JSON document', () => {
  test('finds keys and values, and what must be open to see them', () => {
    expect(search({ City: { name: 'Oslo' }, other: ['a city', 7] }, ' city ')).toEqual([
      { pointer: '/City', within: [''] },
      { pointer: '/other/0', within: ['', '/other'] },
    ]);
  });

  test('opens the right part of a long list', () => {
    const list = Array.from({ length: 1500 }, (_, index) => `item ${index}.`);
    expect(search(list, '1234.')).toEqual([{ pointer: '/1234', within: ['', '#1000'] }]);
  });

  test('stops at its limit', () => {
    expect(search(Array(5000).fill('same'), 'same', 10)).toHaveLength(10);
    expect(search({ a: 1 }, '  ')).toEqual([]);
  });
});
