/** The evidence at the moment the focus moved into a View. */
export interface FocusChange {
  /** Whether the user was typing in the shell. */
  readonly wasWriting: boolean;
  readonly msSinceKey: number;
  readonly msSinceTab: number;
  /** Whether the pointer is over that View, so that a click may have brought the focus there. */
  readonly isPointedAt: boolean;
  /** Whether the pointer moved there after the last key press. */
  readonly hasPointed: boolean;
}

/** A View's own claims don't count: if the user was typing and neither tabbed nor clicked, the View took the focus. */
export function isTheft(change: FocusChange): boolean {
  const { wasWriting, msSinceKey, msSinceTab, isPointedAt, hasPointed } = change;
  if (!wasWriting || msSinceTab < 500) return false;
  return !isPointedAt || (!hasPointed && msSinceKey < 700);
}

const patience = 3;
const withinMs = 10_000;

/** Whether a View that took the focus at these times, the last one now, keeps doing so. */
export function isPersistent(thefts: readonly number[]): boolean {
  const first = thefts.at(-patience);
  const last = thefts.at(-1);
  return first !== undefined && last !== undefined && last - first <= withinMs;
}
