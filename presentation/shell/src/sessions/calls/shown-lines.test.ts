import { expect, test } from 'vitest';
import { shownLines } from './shown-lines.ts';

test('K1: a file is shown from its first line, and around the wanted one if it is long', () => {
  expect(shownLines('a\r\nb\n', 2)).toEqual({ first: 1, lines: ['a', 'b'], of: 2 });
  const long = Array.from({ length: 10_000 }, (_, index) => `${index + 1}`).join('\n');
  expect(shownLines(long)).toMatchObject({ first: 1, of: 10_000 });
  expect(shownLines(long, 6000)).toMatchObject({ first: 4000, of: 10_000 });
  expect(shownLines(long, 99_999)?.lines.at(-1)).toBe('10000');
  expect(shownLines('', 5)).toEqual({ first: 1, lines: [''], of: 1 });
});

test('K1: long lines are cut, but the wanted line is there; a file that is not text has none', () => {
  const wide = Array.from({ length: 30 }, () => 'x'.repeat(50_000)).join('\n');
  const shown = shownLines(wide, 25);
  expect(shown?.lines).toHaveLength(25);
  expect(shown?.lines[24]).toHaveLength(40_000);
  expect(shownLines('PK\0')).toBeUndefined();
});
