import { expect, test } from 'vitest';
import { piecesOf } from './snippet.ts';

test.each([
  ['', []],
  ['plain', [{ text: 'plain' }]],
  ['a \u0001b\u0002 c', [{ text: 'a ' }, { text: 'b', match: true }, { text: ' c' }]],
  [
    '\u0001a\u0002\u0001b\u0002',
    [
      { text: 'a', match: true },
      { text: 'b', match: true },
    ],
  ],
  ['\u0002a\u0001\u0001b', [{ text: 'a' }, { text: 'b', match: true }]],
])('F6: %j in pieces', (marked, pieces) => {
  expect(piecesOf(marked)).toEqual(pieces);
});
