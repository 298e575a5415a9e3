import type { Audit } from '@loggia/mcp';
import { writeAuthor } from '@loggia/protocol';
import type { HostToolRecord } from '@loggia/sessions';
import { hostToolsId } from '@loggia/sessions/equipment';

/** Records the calls of the host's own tools, which the gateway doesn't see. */
export function auditCalls(audit: Pick<Audit, 'write'>): (record: HostToolRecord) => void {
  return ({ call, target, durationMs, problem }) =>
    audit.write(() => ({
      server: hostToolsId,
      serverName: 'Loggia',
      by: 'agent',
      principal: writeAuthor({ person: call.person, actor: { kind: 'agent', name: call.agent } }),
      clientId: call.clientId ?? '',
      session: call.session,
      method: call.name,
      target,
      allowedBy: call.allowedBy,
      requestBytes: Buffer.byteLength(call.input),
      durationMs,
      ...(problem === undefined ? { decision: 'allowed' } : { decision: 'failed', reason: problem }),
    }));
}
