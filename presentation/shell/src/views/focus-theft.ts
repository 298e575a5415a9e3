/** The evidence at the moment the focus moved into a View. */
export interface FocusChange {
  /** Whether somebody was writing something in the shell. */
  readonly wasWriting: boolean;
  readonly msSinceKey: number;
  readonly msSinceTab: number;
  /** Whether the pointer is over that View, so that a click may have brought the focus there. */
  readonly isPointedAt: boolean;
  /** Whether it went there after the last key was pressed. */
  readonly hasPointed: boolean;
}

/** Views are never told apart by what they say: who writes and neither tabbed nor clicked did not go there. */
export function isTheft(change: FocusChange): boolean {
  const { wasWriting, msSinceKey, msSinceTab, isPointedAt, hasPointed } = change;
  if (!wasWriting || msSinceTab < 500) return false;
  return !isPointedAt || (!hasPointed && msSinceKey < 700);
}

const patience = 3;
const withinMs = 10_000;

/** Whether a View that took the focus at these times, the last one now, does so for no good reason. */
export function isPersistent(thefts: readonly number[]): boolean {
  const first = thefts.at(-patience);
  const last = thefts.at(-1);
  return first !== undefined && last !== undefined && last - first <= withinMs;
}
