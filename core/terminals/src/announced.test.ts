import { expect, test } from 'vitest';
import { AnnouncedFacts, printable } from './announced.ts';

test.each([
  ['one title', ['\u001B]0;zsh\u0007'], { title: 'zsh' }],
  ['the last of two', ['\u001B]2;a\u0007\u001B]0;b\u001B\\'], { title: 'b' }],
  ['one in pieces', ['x\u001B', ']2;v', 'i\u0007y'], { title: 'vi' }],
  ['a folder', ['\u001B]7;file://host/a b\u0007'], { cwd: 'file://host/a%20b' }],
  ['no address', ['\u001B]7;/a\u0007'], {}],
  ['nothing to show', ['\u001B]0;\u0001\u0007'], {}],
  ['one without an end', [`\u001B]0;${'x'.repeat(10_000)}`, '\u0007'], {}],
])('TM6: %s', (_what, pieces, expected) => {
  const facts = new AnnouncedFacts();
  const found = Object.assign({}, ...pieces.map((piece) => facts.read(piece))) as object;
  expect(found).toEqual(expected);
});

test('TM6: a title has no characters that change the text around it', () => {
  expect(printable(' a\u202Eb\u0000c\u2028 ')).toBe('abc');
});
