export interface LogEntry {
  readonly seq: number;
  readonly at: string;
  readonly from: string;
  readonly level?: string;
  readonly text: string;
}

const mostKept = 2000;

/** Adds new entries, once each; old lines make room. */
export function withEntries(kept: readonly LogEntry[], arrived: readonly LogEntry[]): readonly LogEntry[] {
  const last = kept.at(-1)?.seq ?? -1;
  const fresh = arrived.filter(({ seq }) => seq > last).toSorted((a, b) => a.seq - b.seq);
  if (fresh.length === 0) return kept;
  return [...kept, ...fresh].slice(-mostKept);
}

export const logLevels = ['all', 'info', 'warning', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

const ranks: Readonly<Record<string, number>> = {
  debug: 0,
  info: 1,
  notice: 1,
  warning: 2,
  warn: 2,
  error: 3,
  critical: 3,
  alert: 3,
  emergency: 3,
};

/** Lines without a level say nothing about how important they are: they are shown with `info`. */
export function rankOf({ level }: LogEntry): number {
  return ranks[level ?? 'info'] ?? 1;
}

export function entriesOf(
  entries: readonly LogEntry[],
  level: LogLevel,
  search: string,
): readonly LogEntry[] {
  const least = { all: 0, info: 1, warning: 2, error: 3 }[level];
  const wanted = search.trim().toLowerCase();
  return entries.filter(
    (entry) => rankOf(entry) >= least && (wanted === '' || entry.text.toLowerCase().includes(wanted)),
  );
}
