/** The measurements of a scroller. */
export interface Extent {
  readonly top: number;
  readonly view: number;
  readonly total: number;
}

/** How near the end still counts as being there. */
export const endThreshold = 80;

export function distanceFromEnd({ top, view, total }: Extent): number {
  return Math.max(0, total - view - top);
}

export interface Moved {
  readonly before: Extent;
  readonly after: Extent;
  /** Whether somebody has just turned the wheel, pressed a key, or dragged. */
  readonly by: 'user' | 'layout';
}

/**
 * Whether to keep the end in view. Only scrolling up leaves it: growing content, rows smaller than estimated, and less
 * room for the transcript move the end away as well.
 */
export function sticks(isStuck: boolean, { before, after, by }: Moved): boolean {
  if (distanceFromEnd(after) <= 2) return true;
  const isUp = after.top < before.top - 1;
  if (isUp && (by === 'user' || after.total === before.total)) return false;
  return isStuck || (after.top > before.top && distanceFromEnd(after) <= endThreshold);
}
