import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { healedObject } from './heal-json.ts';

describe('input that is still arriving', () => {
  test.each([
    ['', undefined],
    ['{', {}],
    ['{"ti', {}],
    ['{"title"', {}],
    ['{"title":', {}],
    ['{"title":"Bud', { title: 'Bud' }],
    ['{"title":"a\\', { title: 'a' }],
    ['{"title":"a\\\\', { title: 'a\\' }],
    ['{"title":"a\\u00', { title: 'a' }],
    ['{"title":"a\\ud83d', { title: 'a' }],
    ['{"a":1,"b":12', { a: 1 }],
    ['{"a":tru', {}],
    ['{"a":true,', { a: true }],
    ['{"rows":[{"n":1},{"n":2', { rows: [{ n: 1 }, {}] }],
    ['{"rows":[1,2', { rows: [1] }],
    ['[1,2]', undefined],
    ['"text"', undefined],
    ['nonsense', undefined],
    ['{"a":1}', { a: 1 }],
    ['{"a":1} and more', { a: 1 }],
    ['{a:1}', {}],
  ])('E4: %s', (text, expected) => {
    expect(healedObject(text)).toEqual(expected);
  });

  test('E4: what is whole is what JSON says, and every beginning of it says no more than the whole', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(), (object, cut) => {
        const text = JSON.stringify(object);
        expect(healedObject(text)).toEqual(JSON.parse(text));
        const part = healedObject(text.slice(0, cut % (text.length + 1)));
        for (const key of Object.keys(part ?? {})) expect(Object.keys(object)).toContain(key);
      }),
    );
  });

  test('E4: the text cannot choose a prototype', () => {
    const object = healedObject('{"__proto__":{"isAdmin":true},"a":"b');
    expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
    expect((object as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  test('E4: depth without end is cut short', () => {
    expect(healedObject(`{"a":${'['.repeat(200_000)}`)).toBeDefined();
  });
});
