import type { TextRange } from './text.ts';

export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Beyond this the two are shown one after the other: a comparison would take too long. */
const mostLines = 2000;

/** Line by line, with as many lines kept as possible. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const [a, b] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--;
    endB--;
  }
  const middle = compare(a.slice(start, endA), b.slice(start, endB));
  const same = (lines: readonly string[]): DiffLine[] => lines.map((text) => ({ kind: 'same', text }));
  return [...same(a.slice(0, start)), ...middle, ...same(a.slice(endA))];
}

function compare(a: readonly string[], b: readonly string[]): DiffLine[] {
  const removed = (text: string): DiffLine => ({ kind: 'removed', text });
  const added = (text: string): DiffLine => ({ kind: 'added', text });
  if (a.length === 0 || b.length === 0 || a.length > mostLines || b.length > mostLines)
    return [...a.map(removed), ...b.map(added)];
  // Lines may be long and begin alike, and each is compared thousands of times: numbers are quick to compare.
  const numbers = new Map([...a, ...b].map((line, index) => [line, index]));
  const [left, right] = [a, b].map((lines) => lines.map((line) => numbers.get(line)));
  // longest[i][j]: how many lines the rests from i and from j have in common.
  const width = b.length + 1;
  const longest = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number): number => longest[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      longest[i * width + j] =
        left?.[i] === right?.[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [old, young] = [a[i], b[j]];
    if (old !== undefined && old === young) {
      lines.push({ kind: 'same', text: old });
      i++;
      j++;
    } else if (old !== undefined && (young === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push(removed(old));
      i++;
    } else {
      lines.push(added(young ?? ''));
      j++;
    }
  }
  return lines;
}

/** The lines of a text without their ends. The text can end with a line break or without one. */
export function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

/** Lines from `start` up to, but not including, `end`. The first line of a text is 0. */
export interface LineSpan {
  readonly start: number;
  readonly end: number;
}

/** The lines that a range touches. A range that ends at the beginning of a line doesn't include that line. */
export function linesInRange({ start, end }: TextRange): LineSpan {
  const isBeforeLine = end.character === 0 && end.line > start.line;
  return { start: start.line, end: isBeforeLine ? end.line : end.line + 1 };
}

/** Changed lines with nothing unchanged between them, by their places in the text before and after. */
export interface ChangedLines {
  readonly before: LineSpan;
  readonly after: LineSpan;
}

/** Every change of a diff, in order. */
export function changedLinesOf(lines: readonly DiffLine[]): readonly ChangedLines[] {
  return changedIn(lines, { before: 0, after: 0 });
}

/** A run of lines with its places on both sides, or the number of unchanged lines that were left out. */
export type Hunk =
  | ({ readonly lines: readonly DiffLine[]; readonly changed: readonly ChangedLines[] } & ChangedLines)
  | { readonly skipped: number };

/** The changed lines, with a few lines of context. */
export function hunksOf(lines: readonly DiffLine[], around = 3): readonly Hunk[] {
  const near = lines.map(() => false);
  for (const [index, { kind }] of lines.entries())
    if (kind !== 'same')
      near.fill(true, Math.max(0, index - around), Math.min(lines.length, index + around + 1));
  const hunks: Hunk[] = [];
  let place = { before: 0, after: 0 };
  for (let at = 0; at < lines.length;) {
    let end = at;
    while (end < lines.length && near[end] === near[at]) end++;
    const own = lines.slice(at, end);
    const next = placeAfter(own, place);
    const spans = {
      before: { start: place.before, end: next.before },
      after: { start: place.after, end: next.after },
    };
    hunks.push(near[at] ? { lines: own, changed: changedIn(own, place), ...spans } : { skipped: end - at });
    at = end;
    place = next;
  }
  return hunks;
}

interface Place {
  readonly before: number;
  readonly after: number;
}

function placeAfter(lines: readonly DiffLine[], { before, after }: Place): Place {
  const count = (other: DiffLine['kind']) => lines.filter(({ kind }) => kind !== other).length;
  return { before: before + count('added'), after: after + count('removed') };
}

function changedIn(lines: readonly DiffLine[], from: Place): readonly ChangedLines[] {
  const found: ChangedLines[] = [];
  let place = from;
  for (let at = 0; at < lines.length;) {
    const isSame = lines[at]?.kind === 'same';
    let end = at;
    while (end < lines.length && (lines[end]?.kind === 'same') === isSame) end++;
    const next = placeAfter(lines.slice(at, end), place);
    if (!isSame)
      found.push({
        before: { start: place.before, end: next.before },
        after: { start: place.after, end: next.after },
      });
    at = end;
    place = next;
  }
  return found;
}
