import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { printable, printableJson, printableLine } from './printable.ts';

test.each<[string, string, string]>([
  ['an escape sequence', '\u001b[2J\u001b]0;owned\u0007', '␛[2J␛]0;owned␇'],
  ['the same as one character', '\u009b2J', '\\u{9b}2J'],
  ['backspaces over the line', 'safe\b\b\b\bevil', 'safe␈␈␈␈evil'],
  ['a return to the start of the line', 'safe\revil', 'safe\nevil'],
  ['text that runs backwards', 'abc\u202edef', 'abc\\u{202e}def'],
  ['what cannot be seen', 'fi\u200bles\u{e0041}', 'fi\\u{200b}les\\u{e0041}'],
  ['lines, tabs and other scripts stay', 'a\tb\r\nü 漢字 👩‍💻', 'a\tb\nü 漢字 👩‍💻'],
])('L2: a server cannot command the terminal: %s', (_, text, shown) => {
  expect(printable(text)).toBe(shown);
});

test('L2: names and cells are one line', () => {
  expect(printableLine('  a\n  b\tc\r\nd\u001b ')).toBe('a b c d␛');
});

test('L2: JSON is exact and commands no terminal either', () => {
  const anything = fc.jsonValue({ maxDepth: 2, stringUnit: 'binary' });
  fc.assert(
    fc.property(anything, (value) => {
      const text = printableJson(value);
      expect(text).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
  expect(printableJson('\u{e0041}\u009b')).toBe('"\\udb40\\udc41\\u009b"');
});

test('L2: whatever is printed has no control characters but lines and tabs', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(printable(text).replace(/[\n\t]/g, '')).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
    }),
  );
});
