import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { matches, shortIds } from './short-ids.ts';

test('L2: ids are as short as they can be told apart', () => {
  const resources = [
    'ahp-session:/aaaaaaaaaa1',
    'ahp-session:/aaaaaaaaaa2',
    'ahp-session:/bbbbbbbbbbb',
    'mine:/x',
  ];
  expect([...shortIds(resources).values()]).toEqual(['aaaaaaaaaa1', 'aaaaaaaaaa2', 'bbbbbbbb', 'mine:/x']);
});

test('L2: a short id fits its own session and no other of the list', () => {
  const id = fc.string({ unit: fc.constantFrom('a', 'b', '1'), minLength: 10, maxLength: 14 });
  fc.assert(
    fc.property(fc.uniqueArray(id, { minLength: 1, maxLength: 12 }), (ids) => {
      const fitting = ids.filter((one) => !ids.some((other) => other !== one && other.startsWith(one)));
      const resources = fitting.map((one) => `ahp-session:/${one}`);
      for (const [resource, short] of shortIds(resources)) {
        const starts = resources.filter((other) => other.slice('ahp-session:/'.length).startsWith(short));
        expect(starts).toEqual([resource]);
      }
    }),
  );
});

test('L2: the end of an id will do, and a whole one wins', () => {
  expect(matches('ahp-session:/abc-def', 'def')).toBe('part');
  expect(matches('ahp-session:/abc-def', 'ahp-session:/abc')).toBe('part');
  expect(matches('ahp-session:/abc-def', 'abc-def')).toBe('whole');
  expect(matches('ahp-session:/abc-def', 'bc')).toBeUndefined();
});
