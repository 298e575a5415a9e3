/** A number of days, or no limit. */
export type Days = number | 'never';

/** After how long data is removed that only takes up space by then. */
export interface Retention {
  /** Artifacts in the trash. */
  readonly trashDays: Days;
  /** Archived sessions that nothing has happened in. */
  readonly archivedSessionDays: Days;
  /** Records of the audit, which also has a limit on their number. */
  readonly auditDays: Days;
  /** The host's records of clients that are away. */
  readonly clientDays: Days;
}

export const defaultRetention: Retention = {
  trashDays: 30,
  archivedSessionDays: 'never',
  auditDays: 365,
  clientDays: 30,
};

const dayMs = 24 * 60 * 60_000;

/** The time before which data is removed. */
export function endOf(days: Days, now: number): string | undefined {
  return days === 'never' ? undefined : new Date(now - days * dayMs).toISOString();
}
