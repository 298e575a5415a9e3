import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changesBetween, mergedText, mergeTexts, type TextChange } from './merge-texts.ts';

const merge = (base: string, mine: string, theirs: string) =>
  mergedText(mergeTexts({ base, mine, theirs })) ?? 'conflict';

describe('J10: two people in one text', () => {
  test('changes of different lines are both in the text', () => {
    expect(merge('a\nb\nc\n', 'A\nb\nc\n', 'a\nb\nC\nd\n')).toBe('A\nb\nC\nd\n');
    expect(merge('a\nb\n', 'new\na\nb\n', 'a\nb\nlast')).toBe('new\na\nb\nlast');
  });

  test('neighboring lines, and words of one line, are merged, too', () => {
    expect(merge('a\nb\n', 'A\nb\n', 'a\nB\n')).toBe('A\nB\n');
    expect(
      merge(
        'The heron stands by the water.',
        'The gray heron stands by the water.',
        'The heron waits by the water.',
      ),
    ).toBe('The gray heron waits by the water.');
  });

  test('the same change by both is made once', () => {
    expect(merge('a\nb\n', 'a\nc\n', 'a\nc\n')).toBe('a\nc\n');
  });

  test('different words in the same place are a conflict, with what lies around merged', () => {
    expect(
      mergeTexts({
        base: 'one\n\nkeep\n\ntwo\n',
        mine: 'one\n\nkeep\n\nmine\n',
        theirs: 'ONE\n\nkeep\n\ntheirs\n',
      }),
    ).toEqual([
      { kind: 'merged', text: 'ONE\n\nkeep\n\n' },
      { kind: 'conflict', base: 'two\n', mine: 'mine\n', theirs: 'theirs\n' },
    ]);
  });

  test('a deletion against a change is a conflict, not a loss', () => {
    expect(merge('a\nb\nc\n', 'a\nc\n', 'a\nB\nc\n')).toBe('conflict');
  });

  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', 'a b', ''), { maxLength: 12 })
    .map((lines) => lines.join('\n'));

  test('whatever is merged, who changed nothing loses nothing, and both sides agree', () => {
    fc.assert(
      fc.property(text, text, text, (base, mine, theirs) => {
        expect(merge(base, base, theirs)).toBe(theirs);
        expect(merge(base, mine, base)).toBe(mine);
        expect(merge(base, mine, theirs)).toBe(merge(base, theirs, mine));
      }),
    );
  });

  test('the changes between two texts turn one into the other', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(applied(before, changesBetween(before, after))).toBe(after);
      }),
    );
    expect(changesBetween('a\nb\nc\n', 'a\nx\nb\nc\nd\n')).toEqual([
      { from: 2, to: 2, insert: 'x\n' },
      { from: 6, to: 6, insert: 'd\n' },
    ]);
  });

  test('a text of ten thousand equal lines takes no time', () => {
    const base = '\n'.repeat(10_000);
    expect(merge(base, `mine${base}`, `${base}theirs`)).toBe(`mine${base}theirs`);
  });
});

function applied(text: string, changes: readonly TextChange[]): string {
  let result = text;
  for (const { from, to, insert } of changes.toReversed())
    result = result.slice(0, from) + insert + result.slice(to);
  return result;
}
