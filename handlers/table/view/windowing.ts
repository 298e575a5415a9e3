/** Which of many rows and columns are in sight: only those are drawn. */
export interface Span {
  readonly first: number;
  /** Behind the last. */
  readonly end: number;
}

export function rowsInSight(view: {
  readonly top: number;
  readonly height: number;
  readonly rowHeight: number;
  readonly count: number;
  readonly beyond: number;
}): Span {
  const { top, height, rowHeight, count, beyond } = view;
  const first = Math.floor(Math.max(0, top) / rowHeight) - beyond;
  const end = Math.ceil((Math.max(0, top) + height) / rowHeight) + beyond;
  return { first: clamp(first, 0, count), end: clamp(end, 0, count) };
}

/** The start of each column; the last entry is the total width. */
export function offsetsOf(widths: readonly number[]): readonly number[] {
  const offsets = [0];
  let sum = 0;
  for (const width of widths) offsets.push((sum += width));
  return offsets;
}

export function columnsInSight(
  offsets: readonly number[],
  left: number,
  width: number,
  beyond: number,
): Span {
  const count = offsets.length - 1;
  if (count <= 0) return { first: 0, end: 0 };
  const first = lastAtOrBefore(offsets, left) - beyond;
  const end = lastAtOrBefore(offsets, left + width) + 1 + beyond;
  return { first: clamp(first, 0, count), end: clamp(end, 0, count) };
}

function lastAtOrBefore(offsets: readonly number[], position: number): number {
  let low = 0;
  let high = offsets.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((offsets[middle] ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** How far to scroll so that something is wholly in sight: as little as possible. */
export function scrollToShow(
  item: { start: number; size: number },
  view: { start: number; size: number },
): number {
  if (item.start < view.start || item.size > view.size) return item.start;
  const over = item.start + item.size - (view.start + view.size);
  return over > 0 ? view.start + over : view.start;
}

export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
