import { describe, expect, test } from 'vitest';
import { changedPart, pairLines, parsePatch } from './patch.ts';

const patch = `===================================================================
--- before
+++ after
@@ -1,4 +1,4 @@
 one
-two
-three
+2
 four
+five
@@ -20 +20,2 @@
--- a line of dashes
++++ and of pluses
+end
\\ No newline at end of file
`;

describe('F3: the difference of two texts', () => {
  test('has the lines of a patch with their numbers', () => {
    expect(parsePatch(patch)).toEqual([
      {
        before: 1,
        after: 1,
        lines: [
          { kind: 'same', before: 1, after: 1, text: 'one' },
          { kind: 'removed', before: 2, text: 'two' },
          { kind: 'removed', before: 3, text: 'three' },
          { kind: 'added', after: 2, text: '2' },
          { kind: 'same', before: 4, after: 3, text: 'four' },
          { kind: 'added', after: 4, text: 'five' },
        ],
      },
      {
        before: 20,
        after: 20,
        lines: [
          { kind: 'removed', before: 20, text: '-- a line of dashes' },
          { kind: 'added', after: 20, text: '+++ and of pluses' },
          { kind: 'added', after: 21, text: 'end', isUnended: true },
        ],
      },
    ]);
    expect(parsePatch('')).toEqual([]);
  });

  test('puts what was removed beside what took its place', () => {
    const [first] = parsePatch(patch);
    const texts = pairLines(first?.lines ?? []).map(({ left, right }) => [left?.text, right?.text]);
    expect(texts).toEqual([
      ['one', 'one'],
      ['two', '2'],
      ['three', undefined],
      ['four', 'four'],
      [undefined, 'five'],
    ]);
  });

  test('an addition and a removal after it are two changes', () => {
    const lines = parsePatch('@@ -1 +1 @@\n+a\n-b\n+c')[0]?.lines ?? [];
    expect(pairLines(lines).map(({ left, right }) => [left?.text, right?.text])).toEqual([
      [undefined, 'a'],
      ['b', 'c'],
    ]);
  });

  test('knows which part of a line is new', () => {
    expect(changedPart('the red house', 'the blue house')).toEqual({
      start: 'the ',
      middle: 'red',
      end: ' house',
    });
    expect(changedPart('aaa', 'aa')).toEqual({ start: 'aa', middle: 'a', end: '' });
    expect(changedPart('same', 'same')).toEqual({ start: 'same', middle: '', end: '' });
  });
});
