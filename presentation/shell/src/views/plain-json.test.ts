import { describe, expect, test } from 'vitest';
import { plainJson } from './plain-json.ts';

const limits = { values: 1000, characters: 1000, depth: 50 };

describe('what a View sends', () => {
  test('E11: is read as JSON, as JSON would write it', () => {
    const at = new Date(0);
    const message = { jsonrpc: '2.0', params: { list: [1, null, undefined, NaN], at, none: undefined } };
    expect(plainJson(message, limits)).toEqual({ text: JSON.stringify(message), values: 10 });
  });

  const circle: Record<string, unknown> = {};
  circle['circle'] = circle;
  let shared: unknown = [];
  for (let level = 0; level < 40; level += 1) shared = [shared, shared];
  let deep: unknown = [];
  for (let level = 0; level < 100; level += 1) deep = [deep];
  const heavy: Readonly<Record<string, unknown>> = {
    'a long text': { text: 'x'.repeat(1001) },
    'a long key': { ['x'.repeat(1001)]: 1 },
    'many values': Array.from({ length: 2000 }, () => []),
    'a sparse array': Array.from({ length: 0 }).concat(Object.assign([], { length: 1_000_000 })),
    'one object a trillion times': shared,
    'a bottomless one': deep,
    'a circle': circle,
    'a buffer': new ArrayBuffer(10),
    'a typed array of any size': new Uint8Array(100_000_000),
    'a map': new Map([[1, 2]]),
    'a bigint': 1n,
    // oxlint-disable-next-line no-new-wrappers, unicorn/new-for-builtins -- this is what is tested
    'a wrapped string': { method: new String('ui/notifications/initialized') },
    'an error': new Error('x'),
  };
  test.each(Object.entries(heavy))('E11: is refused where it is %s', (_, value) => {
    expect(plainJson(value, limits)).toEqual(expect.stringMatching(/^It (is|has) /));
  });

  test('E11: names from a prototype are ordinary names', () => {
    const sent: unknown = JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{}}}');
    expect(plainJson(structuredClone(sent), limits)).toMatchObject({
      text: '{"__proto__":{"polluted":1},"constructor":{"prototype":{}}}',
    });
  });
});
