import { diff3Merge, diffIndices } from 'node-diff3';

/** A text that two people changed at once: where both started, and what each of them has now. */
export interface Versions {
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
}

export type MergePart =
  | { readonly kind: 'merged'; readonly text: string }
  | ({ readonly kind: 'conflict' } & Versions);

export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** The comparison takes quadratic time at worst: with more lines or words than this, what differs is taken as a whole. */
const mostParts = 2000;

/**
 * Merges the changes of both into one text. Lines are compared first, then words where both changed neighboring lines
 * or different places in one line. Changes by both in the same place are a conflict.
 */
export function mergeTexts({ base, mine, theirs }: Versions): readonly MergePart[] {
  if (mine === theirs || theirs === base) return merged(mine);
  if (mine === base) return merged(theirs);
  const [b, m, t] = [linesOf(base), linesOf(mine), linesOf(theirs)];
  const apart = mergedApart(b, m, t) ?? mergedApart(b, t, m);
  if (apart !== undefined) return merged(apart);
  const start = commonStart(b, m, t);
  const end = commonEnd(start, b, m, t);
  const middle = (lines: readonly string[]): string[] => lines.slice(start, lines.length - end);
  return joined([
    ...merged(m.slice(0, start).join('')),
    ...mergedLists(middle(b), middle(m), middle(t)).flatMap(mergedWords),
    ...merged(m.slice(m.length - end).join('')),
  ]);
}

/** The merged text; undefined where somebody has to decide. */
export function mergedText(parts: readonly MergePart[]): string | undefined {
  let text = '';
  for (const part of parts) {
    if (part.kind === 'conflict') return undefined;
    text += part.text;
  }
  return text;
}

/** The changes that turn one text into the other, in few places, so that a caret elsewhere stays in place. */
export function changesBetween(before: string, after: string): readonly TextChange[] {
  if (before === after) return [];
  const [one, other] = [linesOf(before), linesOf(after)];
  const start = commonStart(one, other);
  const end = commonEnd(start, one, other);
  const [mine, theirs] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  const offset = one.slice(0, start).join('').length;
  if (mine.length > mostParts || theirs.length > mostParts) {
    return [shortened(offset, mine.join(''), theirs.join(''))];
  }
  const starts = offsetsOf(mine, offset);
  return diffIndices(mine, theirs).map(({ buffer1, buffer1Content, buffer2Content }) =>
    shortened(starts[buffer1[0]] ?? offset, buffer1Content.join(''), buffer2Content.join('')),
  );
}

/** For the usual case, at any length: one of the two changed only what lies before all changes of the other. */
function mergedApart(
  base: readonly string[],
  first: readonly string[],
  second: readonly string[],
): string | undefined {
  const endOfFirst = commonEnd(commonStart(base, first), base, first);
  const startOfSecond = commonStart(base, second);
  const between = base.length - endOfFirst;
  if (between >= startOfSecond) return undefined;
  return [
    ...first.slice(0, first.length - endOfFirst),
    ...base.slice(between, startOfSecond),
    ...second.slice(startOfSecond),
  ].join('');
}

function merged(text: string): readonly MergePart[] {
  return text === '' ? [] : [{ kind: 'merged', text }];
}

function conflict(base: readonly string[], mine: readonly string[], theirs: readonly string[]): MergePart {
  return { kind: 'conflict', base: base.join(''), mine: mine.join(''), theirs: theirs.join('') };
}

function mergedLists(base: string[], mine: string[], theirs: string[]): readonly MergePart[] {
  if (Math.max(base.length, mine.length, theirs.length) > mostParts) return [conflict(base, mine, theirs)];
  return diff3Merge(mine, base, theirs).map((region): MergePart =>
    region.conflict
      ? conflict(region.conflict.o, region.conflict.a, region.conflict.b)
      : { kind: 'merged', text: (region.ok ?? []).join('') },
  );
}

function mergedWords(part: MergePart): readonly MergePart[] {
  if (part.kind === 'merged') return [part];
  const { base, mine, theirs } = part;
  // Nothing in common to compare words with: two new texts in the same place.
  if (base.trim() === '' || mine.trim() === '' || theirs.trim() === '') return [part];
  const text = mergedText(mergedLists(wordsOf(base), wordsOf(mine), wordsOf(theirs)));
  return text === undefined ? [part] : merged(text);
}

/** Neighbors of the same kind as one. */
function joined(parts: readonly MergePart[]): readonly MergePart[] {
  const found: MergePart[] = [];
  for (const part of parts) {
    const last = found.at(-1);
    if (part.kind === 'merged' && last?.kind === 'merged')
      found[found.length - 1] = { kind: 'merged', text: last.text + part.text };
    else found.push(part);
  }
  return found;
}

/** Each with its line end. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
}

function offsetsOf(lines: readonly string[], first: number): readonly number[] {
  const offsets = [first];
  for (const line of lines) offsets.push((offsets.at(-1) ?? first) + line.length);
  return offsets;
}

function commonStart(first: readonly string[], ...others: readonly (readonly string[])[]): number {
  const most = Math.min(first.length, ...others.map(({ length }) => length));
  let at = 0;
  while (at < most && others.every((other) => other[at] === first[at])) at += 1;
  return at;
}

function commonEnd(
  start: number,
  first: readonly string[],
  ...others: readonly (readonly string[])[]
): number {
  const most = Math.min(first.length, ...others.map(({ length }) => length)) - start;
  let count = 0;
  while (count < most && others.every((other) => other.at(-1 - count) === first.at(-1 - count))) count += 1;
  return count;
}

/** Without what both texts begin and end with. */
function shortened(offset: number, before: string, after: string): TextChange {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return {
    from: offset + start,
    to: offset + before.length - end,
    insert: after.slice(start, after.length - end),
  };
}
