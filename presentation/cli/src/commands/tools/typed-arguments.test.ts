import { describe, expect, test } from 'vitest';
import { typedArguments } from './typed-arguments.ts';

const schema = {
  type: 'object',
  properties: {
    path: { type: 'string' },
    depth: { type: 'integer' },
    ratio: { type: 'number' },
    deep: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    ports: { type: 'array', items: { type: 'integer' } },
    options: { type: 'object' },
    limit: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    level: { enum: [1, 2, 'high'] },
    size: { $ref: '#/$defs/size' },
    loop: { $ref: '#/properties/loop' },
    either: { type: ['string', 'number'] },
    free: {},
  },
  $defs: { size: { type: 'integer' } },
  additionalProperties: false,
};

describe('L2: key=value becomes what the tool takes', () => {
  test.each<[string[], object]>([
    [['path=7'], { path: '7' }],
    [['path='], { path: '' }],
    [['path=a=b'], { path: 'a=b' }],
    [['depth=-7'], { depth: -7 }],
    [['ratio=1e3'], { ratio: 1000 }],
    [['deep=true'], { deep: true }],
    [['tags=a'], { tags: ['a'] }],
    [['tags=a', 'tags=b,c'], { tags: ['a', 'b,c'] }],
    [['tags=["a","b"]'], { tags: ['a', 'b'] }],
    [['tags='], { tags: [] }],
    [['ports=80', 'ports=81'], { ports: [80, 81] }],
    [['options={"a":1}'], { options: { a: 1 } }],
    [['options:={"a":1}'], { options: { a: 1 } }],
    [['limit=null'], { limit: null }],
    [['limit=3'], { limit: 3 }],
    [['level=2'], { level: 2 }],
    [['level=high'], { level: 'high' }],
    [['size=4'], { size: 4 }],
    [['loop=x'], { loop: 'x' }],
    [['either=7'], { either: 7 }],
    [['either=x'], { either: 'x' }],
    [['free=7'], { free: '7' }],
    [['path:="quoted"'], { path: 'quoted' }],
  ])('%j', (words, expected) => {
    expect(typedArguments(words, schema)).toEqual(expected);
  });
});

test('L2: without a schema everything is text', () => {
  expect(typedArguments(['a=1', 'b:=1'])).toEqual({ a: '1', b: 1 });
});

test('L5: a key cannot reach the prototype', () => {
  const read = typedArguments(['__proto__={"a":1}']);
  expect(Object.keys(read)).toEqual(['__proto__']);
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
});

describe('L5: what does not fit gets a sentence', () => {
  test.each<[string[], string]>([
    [['path'], '"path" is not an argument. Write key=value, or key:=json for anything but text.'],
    [['=x'], '"=x" is not an argument. Write key=value, or key:=json for anything but text.'],
    [['pth=x'], 'The tool has no argument "pth". Did you mean "path"?'],
    [['depth=1.5'], '"depth" cannot be "1.5". The tool takes a whole number.'],
    [['ratio='], '"ratio" cannot be "". The tool takes a number.'],
    [['deep=yes'], '"deep" cannot be "yes". The tool takes true or false.'],
    [['ports=http'], '"ports" cannot be "http". The tool takes a list as JSON.'],
    [['limit=x'], '"limit" cannot be "x". The tool takes a whole number or null.'],
    [['path=a', 'path=b'], '"path" is given 2 times, and the tool takes it once.'],
    [
      ['path:=a'],
      'The value after "path:=" is not valid JSON. Put text in quotes there, or write path=text.',
    ],
  ])('%j', (words, message) => {
    expect(() => typedArguments(words, schema)).toThrow(
      expect.objectContaining({ outcome: 'wrongUsage', message }),
    );
  });

  test('what is missing', () => {
    expect(() => typedArguments([], { required: ['path', 'depth'] })).toThrow(
      'The tool needs "path" and "depth". Add path=… depth=….',
    );
  });
});
