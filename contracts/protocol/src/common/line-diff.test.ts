import { describe, expect, it } from 'vitest';
import { changedLinesOf, diffLines, hunksOf } from './line-diff.ts';

const signs = { same: ' ', added: '+', removed: '-' };
const shown = (before: string, after: string) =>
  diffLines(before, after).map(({ kind, text }) => signs[kind] + text);

describe('a diff', () => {
  it('J3: keeps what is the same and shows the rest', () => {
    expect(shown('a\nb\nc\n', 'a\nx\nc\nd\n')).toEqual([' a', '-b', '+x', ' c', '+d']);
    expect(shown('', 'a\n')).toEqual(['+a']);
    expect(shown('a', '')).toEqual(['-a']);
    expect(shown('a\nb', 'a\nb')).toEqual([' a', ' b']);
    expect(shown('a\nb\nc\nd', 'b\nc\nx\nd')).toEqual(['-a', ' b', ' c', '+x', ' d']);
  });

  it('J3: both sides can be read back from it', () => {
    const before = 'one\ntwo\ntwo\nthree\nfour';
    const after = 'two\nthree\nthree\nfive\nfour\nsix';
    const lines = diffLines(before, after);
    const side = (gone: 'added' | 'removed') =>
      lines.flatMap(({ kind, text }) => (kind === gone ? [] : [text])).join('\n');
    expect(side('added')).toBe(before);
    expect(side('removed')).toBe(after);
  });

  it('J3: files of any length are compared, or shown one after the other', () => {
    const before = Array.from({ length: 5000 }, (_, index) => `a${index}`).join('\n');
    const lines = diffLines(before, before.replaceAll('a', 'b'));
    expect(lines).toHaveLength(10_000);
  });

  it('J3: lines far from any change are left out', () => {
    const before = Array.from({ length: 20 }, (_, index) => `${index}`).join('\n');
    const hunks = hunksOf(diffLines(before, before.replace('10', 'x')), 1);
    expect(hunks.map((hunk) => ('skipped' in hunk ? hunk.skipped : hunk.lines.length))).toEqual([9, 4, 8]);
    expect(hunksOf([])).toEqual([]);
  });

  it('J3: every change has its places on both sides, and so has every hunk', () => {
    const lines = diffLines('a\nb\nc\nd\ne\nf\n', 'a\nB\nB\nc\nd\nf\n');
    const [first, second] = changedLinesOf(lines);
    expect(first).toEqual({ before: { start: 1, end: 2 }, after: { start: 1, end: 3 } });
    expect(second).toEqual({ before: { start: 4, end: 5 }, after: { start: 5, end: 5 } });
    expect(hunksOf(lines, 0).filter((hunk) => 'lines' in hunk)).toEqual([
      { lines: lines.slice(1, 4), changed: [first], ...first },
      { lines: lines.slice(6, 7), changed: [second], ...second },
    ]);
    expect(hunksOf(lines)).toEqual([
      { lines, changed: [first, second], before: { start: 0, end: 6 }, after: { start: 0, end: 6 } },
    ]);
  });
});
