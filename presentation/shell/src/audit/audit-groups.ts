import type { AuditRecord } from '@loggia/protocol';

/** Records that say the same, as one line. */
export interface AuditGroup {
  readonly newest: AuditRecord;
  /** Newest first; at least one. */
  readonly records: readonly AuditRecord[];
}

/**
 * The same refusal again and again hides the others, so it stands once, where it was met last: of whichever View, since
 * each time that a View is opened it is another. What was allowed or failed happened each time, and stands each time.
 */
export function groupsOf(records: readonly AuditRecord[]): readonly AuditGroup[] {
  const groups = new Map<string, AuditRecord[]>();
  for (const record of records) {
    const key = keyOf(record);
    const known = groups.get(key);
    if (known) known.push(record);
    else groups.set(key, [record]);
  }
  return [...groups.values()].flatMap((same) => {
    const [newest] = same;
    return newest === undefined ? [] : [{ newest, records: same }];
  });
}

function keyOf({ id, decision, server, method, target, reason }: AuditRecord): string {
  return JSON.stringify(decision === 'refused' ? [server, method, target, reason] : [id]);
}

/** What Views show, by their ids, as far as it is on record that they were opened. */
export function templatesIn(records: readonly AuditRecord[]): ReadonlyMap<string, string> {
  const opened = records.filter(({ method }) => method === 'sandbox/open');
  return new Map(opened.flatMap(({ view, target }) => (view && target ? [[view, target]] : [])));
}
