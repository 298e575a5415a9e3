/** One way to write a word: lower case, no accents, and German umlauts as people without the keys for them type them. */
export function folded(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/[\p{M}'’]/gu, '');
}

/** Whether one word may be a slip of the other: short words are each other's slips too easily. */
export function isSlip(written: string, meant: string): boolean {
  const shorter = Math.min(written.length, meant.length);
  if (shorter < 4 || Math.abs(written.length - meant.length) > 2) return false;
  const allowed = shorter >= 8 ? 2 : 1;
  if (!(allowed === 1 ? isOneOff(written, meant) : distanceOf(written, meant, allowed) <= allowed))
    return false;
  // In a word of four letters, only two swapped letters count as a slip.
  return shorter >= 5 || isSwap(written, meant);
}

/** One letter more, less or other, or two swapped. */
export function isOneOff(written: string, meant: string): boolean {
  const longer = Math.max(written.length, meant.length);
  const shorter = Math.min(written.length, meant.length);
  if (longer - shorter > 1) return false;
  let start = 0;
  while (start < shorter && written[start] === meant[start]) start++;
  let end = 0;
  while (end < shorter - start && written.at(-1 - end) === meant.at(-1 - end)) end++;
  const left = longer - start - end;
  const isSwapped =
    left === 2 &&
    written.length === meant.length &&
    written[start] === meant[start + 1] &&
    written[start + 1] === meant[start];
  return left <= 1 || isSwapped;
}

/** The same letters in another order. */
export function isSwap(one: string, other: string): boolean {
  return (
    one.length === other.length && one.split('').toSorted().join('') === other.split('').toSorted().join('')
  );
}

/** Insertions, deletions, replacements and swaps of neighbors; anything beyond `limit` is just beyond it. */
function distanceOf(one: string, other: string, limit: number): number {
  let before: number[] = [];
  let previous = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const current = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      let cost = Math.min(
        (previous[j] ?? 0) + 1,
        (current[j - 1] ?? 0) + 1,
        (previous[j - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (isSwapped) cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      current.push(cost);
    }
    if (Math.min(...current) > limit) return limit + 1;
    before = previous;
    previous = current;
  }
  return previous[other.length] ?? limit + 1;
}
