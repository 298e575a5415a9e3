import type { ServerLogEntry } from '@loggia/protocol';

/** The end of a server's log, as far as it is shown. */
export interface LogTail {
  readonly entries: readonly ServerLogEntry[];
  /** The number of dropped lines. */
  readonly dropped: number;
}

export const emptyTail: LogTail = { entries: [], dropped: 0 };
/** More is in the download than on the screen; a server that writes without end must not fill the page. */
const most = 5000;

/** Adds newer entries. Older, repeated and reordered ones change nothing. */
export function withEntries(
  tail: LogTail,
  { entries, dropped }: { readonly entries: readonly ServerLogEntry[]; readonly dropped: number },
): LogTail {
  const last = tail.entries.at(-1)?.seq ?? -Infinity;
  const newer = entries.filter(({ seq }) => seq > last).toSorted((a, b) => a.seq - b.seq);
  // A server that is declared again restarts its count.
  const first = entries[0]?.seq;
  const isRestarted = newer.length === 0 && first !== undefined && first < (tail.entries[0]?.seq ?? first);
  if (isRestarted) return withEntries(emptyTail, { entries, dropped });
  if (newer.length === 0 && dropped <= tail.dropped) return tail;
  const all = [...tail.entries, ...newer];
  const excess = Math.max(0, all.length - most);
  return { entries: all.slice(excess), dropped: Math.max(tail.dropped, dropped) + excess };
}

export interface LogFilter {
  readonly text: string;
  readonly from: ServerLogEntry['from'] | 'all';
}

export function filterLog(
  entries: readonly ServerLogEntry[],
  { text, from }: LogFilter,
): readonly ServerLogEntry[] {
  const wanted = text.trim().toLowerCase();
  return entries.filter(
    (entry) =>
      (from === 'all' || entry.from === from) &&
      (wanted === '' || `${entry.level ?? ''} ${entry.text}`.toLowerCase().includes(wanted)),
  );
}

export function logText(entries: readonly ServerLogEntry[]): string {
  return entries
    .map(({ at, from, level, text }) => `${at} ${from}${level === undefined ? '' : ` ${level}`} ${text}\n`)
    .join('');
}
