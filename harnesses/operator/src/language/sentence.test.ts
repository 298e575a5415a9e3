import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { tokenise } from './sentence.ts';

it.each<[string, readonly string[]]>([
  ['say "hello there"', ['word say', 'quoted hello there']],
  ['sag „guten Tag“', ['word sag', 'quoted guten Tag']],
  ['read notes/todo.md.', ['word read', 'path notes/todo.md', 'mark .']],
  ['see https://example.com/a?b=1.', ['word see', 'url https://example.com/a?b=1', 'mark .']],
  ['5km and -2.5', ['number 5', 'word km', 'word and', 'number -2.5']],
  ['1,000 things', ['number 1,000', 'word things']],
  ['due 2026-11-15 or next Monday', ['word due', 'date 2026-11-15', 'word or', 'date next Monday']],
  ['on 12 May 2026', ['word on', 'date 12 May 2026']],
  ["don't stop", ["word don't", 'word stop']],
  ['to ann@example.org', ['word to', 'email ann@example.org']],
  ['find *.md', ['word find', 'path *.md']],
])('K1: %j is taken apart', (sentence, tokens) => {
  expect(tokenise(sentence).map(({ kind, text }) => `${kind} ${text}`)).toEqual(tokens);
});

it('K1: any text is taken apart without losing anything but spaces', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const tokens = tokenise(text);
      let at = 0;
      for (const { start, end } of tokens) {
        expect(text.slice(at, start).trim()).toBe('');
        expect(end).toBeGreaterThan(start);
        at = end;
      }
      expect(text.slice(at).trim()).toBe('');
    }),
  );
});

it('K1: a long text is taken apart only so far', () => {
  expect(tokenise('- '.repeat(5_000)).length).toBeLessThanOrEqual(300);
  expect(tokenise('word '.repeat(5_000)).length).toBeLessThanOrEqual(300);
});
