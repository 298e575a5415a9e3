import type { Row } from './rows.ts';

export interface RowViewProps {
  readonly row: Row;
  /** In words. */
  readonly activity: string | undefined;
  /** The agent waits for the user. */
  readonly isWaiting: boolean;
}

/** Rows of the running turn are created again with each word, but most of them show the same. */
export function isSameRow(before: RowViewProps, after: RowViewProps): boolean {
  const [a, b] = [before.row, after.row];
  if (a.kind === 'part' && b.kind === 'part') {
    const isSame = a.part === b.part && a.isLive === b.isLive && a.isPast === b.isPast && a.key === b.key;
    return isSame && (!b.isLive || before.activity === after.activity);
  }
  if (a.kind === 'message' && b.kind === 'message')
    return a.turn.id === b.turn.id && a.turn.message === b.turn.message;
  const isSame = a === b;
  if (b.kind !== 'working') return isSame;
  return isSame && before.activity === after.activity && before.isWaiting === after.isWaiting;
}
