import { expect, test } from 'vitest';
import { plainOutput } from './plain-output.ts';

test.each([
  ['colors and titles', '\u001B]0;title\u0007\u001B[1;31mred\u001B[0m\r\n', 'red\n'],
  ['progress that writes over itself', '10 %\r50 %\r100 %\r\ndone', '100 %\ndone'],
  ['other control characters', 'a\u0008b\tc\u0007', 'ab\tc'],
  ['a sequence that is cut off', 'text\u001B[3', 'text'],
])('A2: the plain output leaves out %s', (_what, value, plain) => {
  expect(plainOutput([{ type: 'unclassified', value }])).toBe(plain);
});
