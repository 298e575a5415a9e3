import type { AuditRecord } from '@loggia/protocol';

/** Records that say the same, as one line. */
export interface AuditGroup {
  readonly newest: AuditRecord;
  /** Newest first; at least one. */
  readonly records: readonly AuditRecord[];
}

/**
 * Repeated refusals would hide the others, so each is listed once, at its latest occurrence and regardless of the View,
 * which gets a new id each time it is opened. Allowed and failed calls are all listed.
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

/** The templates of Views by their ids, from the records of their opening. */
export function templatesIn(records: readonly AuditRecord[]): ReadonlyMap<string, string> {
  const opened = records.filter(({ method }) => method === 'sandbox/open');
  return new Map(opened.flatMap(({ view, target }) => (view && target ? [[view, target]] : [])));
}
