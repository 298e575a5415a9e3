import { array, assert, constantFrom, integer, oneof, property, string, uniqueArray } from 'fast-check';
import { expect, it } from 'vitest';
import { agentToolName, agentToolNames } from './agent-tool-names.ts';

const nearlyAlike = array(constantFrom('a', 'b', '.', '_', '-', '1'), { maxLength: 4 }).map((letters) =>
  letters.join(''),
);
const names = uniqueArray(oneof(string({ maxLength: 90 }), nearlyAlike), { maxLength: 60 });

it('D7, K3: names that are fit stay, others become fit, and no two are alike', () => {
  const given = [
    ...agentToolNames(['a.b', 'a_b', 'a/b', 'c.d', '7th', 'read_skill'], { taken: ['read_skill'] }),
  ];
  expect(given).toEqual([
    ['a_b_2e7336dc', 'a.b'],
    ['a_b', 'a_b'],
    ['a_b_c14cddc0', 'a/b'],
    ['c_d', 'c.d'],
    ['_7th', '7th'],
    ['read_skill_aca00eab', 'read_skill'],
  ]);
});

it('K3: a long name ends with a hash of it, within the length that an agent leaves', () => {
  const long = `${'x'.repeat(80)}.one`;
  expect(agentToolName(long)).toMatch(/^x{55}_[0-9a-f]{8}$/);
  expect(agentToolName(long, 51)).toMatch(/^x{42}_[0-9a-f]{8}$/);
  expect(agentToolName(long)).not.toBe(agentToolName(`${'x'.repeat(80)}.two`));
});

it('D7, K3: every tool has a name that every provider allows, whatever the tools are called', () => {
  assert(
    property(names, integer({ min: 20, max: 64 }), (all, longest) => {
      const given = agentToolNames(all, { longest, taken: ['a_b', 'search_tools'] });
      expect([...given.values()]).toEqual(all);
      for (const name of given.keys()) {
        expect(name).toMatch(/^[a-zA-Z_][a-zA-Z0-9_-]*$/);
        expect(name.length).toBeLessThanOrEqual(longest);
        expect(['a_b', 'search_tools']).not.toContain(name);
      }
    }),
  );
});

it('K3: the order of tools does not change their names', () => {
  assert(
    property(names, (all) => {
      const inOrder = agentToolNames(all);
      const reversed = agentToolNames(all.toReversed());
      expect(new Map(reversed)).toEqual(new Map(inOrder));
    }),
  );
});
