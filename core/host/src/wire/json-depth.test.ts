import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { nestsDeeperThan } from './json-depth.ts';

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

test('L5: the depth of JSON is found without parsing it, whatever its strings hold', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.integer({ min: 0, max: 10 }), (value, limit) => {
      expect(nestsDeeperThan(JSON.stringify(value), limit)).toBe(depthOf(value) > limit);
    }),
  );
});

test('L5: text that is no JSON does no harm', () => {
  expect(nestsDeeperThan('"\\', 1)).toBe(false);
  expect(nestsDeeperThan(']]]]{{{', 1)).toBe(false);
  expect(nestsDeeperThan('['.repeat(1_000_000), 100)).toBe(true);
});
