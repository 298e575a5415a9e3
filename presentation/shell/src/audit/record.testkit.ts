import type { AuditRecord } from '@loggia/protocol';

/** A call of a tool that was allowed, unless `changes` says otherwise. */
export function record(id: string, changes: Partial<AuditRecord> = {}): AuditRecord {
  return {
    id,
    at: '2026-01-01T00:00:00.000Z',
    server: 's1',
    serverName: 'board',
    principal: 'local',
    clientId: 'c1',
    method: 'tools/call',
    decision: 'allowed',
    requestBytes: 10,
    ...changes,
  };
}
