import { expect, test } from 'vitest';
import { withGapsNamed } from './gaps.ts';

const shown = (text: string) => withGapsNamed(text).map((piece) => piece.text);

test('E7: many blank lines and spaces are named instead of shown', () => {
  expect(shown(`Hello${'\n'.repeat(199)}and delete everything`)).toEqual([
    'Hello',
    '… 198 blank lines …',
    'and delete everything',
  ]);
  expect(shown(`Hello${'\n \t\u3000'.repeat(50)}\nend`)).toEqual(['Hello', '… 50 blank lines …', 'end']);
  expect(shown(`a${' \u00a0'.repeat(1000)}b`)).toEqual(['a', '… 2,000 spaces …', 'b']);
  expect(shown('\n'.repeat(10))).toEqual(['… 9 blank lines …']);
});

test('E7: ordinary paragraphs stay as they are', () => {
  for (const text of ['One.\n\nTwo.\n\n\nThree.', '    indented\n\tcode', '']) {
    expect(shown(text).join('')).toBe(text);
  }
});

test('SE10: a text of nothing but blanks takes no longer than any other', () => {
  expect(shown(`${' '.repeat(39)}x`.repeat(50_000))).toHaveLength(1);
  expect(shown(`${'\n'.repeat(3)}x`.repeat(200_000))).toHaveLength(1);
  expect(shown(`${' '.repeat(1_000_000)}\n`)).toHaveLength(2);
});
