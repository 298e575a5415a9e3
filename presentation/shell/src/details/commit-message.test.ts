import type { Difference } from '@loggia/protocol';
import { describe, expect, test } from 'vitest';
import { suggestMessage } from './commit-message.ts';

const difference = (change: Partial<Difference>): Difference => ({
  artifact: 'a',
  from: 1,
  context: [],
  content: { kind: 'same' },
  ...change,
});
const changed = difference({ content: { kind: 'text', patch: '', added: 1, removed: 0 } });
const added = difference({ from: 0 });
const renamed = difference({ title: { before: 'A', after: 'B' } });

describe('F3: the suggested message of a commit', () => {
  test.each([
    ['Add “A”', [{ title: 'A', difference: added }]],
    ['Change “A”', [{ title: 'A', difference: changed }]],
    ['Rename “B”', [{ title: 'B', difference: renamed }]],
    [
      'Add “A” and “B”',
      [
        { title: 'A', difference: added },
        { title: 'B', difference: added },
      ],
    ],
    [
      'Change “A” and “B”',
      [
        { title: 'A', difference: added },
        { title: 'B', difference: changed },
      ],
    ],
    [
      'Change “A” and 2 more',
      [
        { title: 'A', difference: changed },
        { title: 'B', difference: changed },
        { title: 'C', difference: undefined },
      ],
    ],
    ['', []],
  ])('is %j', (expected, chosen) => {
    expect(suggestMessage(chosen)).toBe(expected);
  });

  test('is short whatever the title is', () => {
    expect(suggestMessage([{ title: 'x'.repeat(500), difference: changed }]).length).toBeLessThan(100);
  });
});
