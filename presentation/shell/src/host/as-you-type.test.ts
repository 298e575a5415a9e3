import { expect, test } from 'vitest';
import { asYouType } from './as-you-type.ts';

test.each([
  ['budg', 'budg*'],
  ['  budget pl', 'budget pl*'],
  ['budget ', 'budget'],
  ['bud*', 'bud*'],
  ['"budget pl', '"budget pl'],
  ['"budget plan"', '"budget plan"'],
  ['"budget plan" yea', '"budget plan" yea*'],
  ['予', '予*'],
  ['a', undefined],
  [' - "', undefined],
  ['', undefined],
])('J5: while %j is typed the host is asked for %j', (typed, asked) => {
  expect(asYouType(typed)).toBe(asked);
});
