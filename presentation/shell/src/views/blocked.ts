import type { AuditRecord } from '@loggia/protocol';

/** The browser's reports about a View, as sentences of the audit, each once. */
export function blockedFor(view: string, records: readonly AuditRecord[]): readonly string[] {
  const reasons = records
    .filter((record) => record.method === 'csp' && record.view === view)
    .flatMap(({ reason }) => reason ?? []);
  return [...new Set(reasons)];
}
