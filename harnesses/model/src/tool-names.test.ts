import { assert, property, string, uniqueArray } from 'fast-check';
import { expect, it } from 'vitest';
import { wireNames } from './tool-names.ts';

it('D7: names that are fit stay, others become fit, and no two are alike', () => {
  expect([...wireNames(['a.b', 'a_b', 'a/b', 'read_skill'], ['read_skill'])]).toEqual([
    ['a_b', 'a_b'],
    ['a_b_2', 'a.b'],
    ['a_b_3', 'a/b'],
    ['read_skill_2', 'read_skill'],
  ]);
});

it('D7: every tool has a name that every provider allows', () => {
  assert(
    property(uniqueArray(string({ maxLength: 90 })), (names) => {
      const wire = wireNames(names);
      expect(new Set(wire.values())).toEqual(new Set(names));
      for (const name of wire.keys()) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    }),
  );
});
