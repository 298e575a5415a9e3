import { authorOf, type Principal, type Subject } from '@loggia/access';
import type { Audit, AuditEntry } from '@loggia/mcp';
import { ProtocolError } from '@loggia/protocol';
import { hostToolsId } from '@loggia/sessions/equipment';

/** A command that is run with a key, or by a person where its row says that this is recorded as well. */
export interface RecordedAct {
  readonly principal: Principal;
  readonly clientId: string;
  readonly command: string;
  readonly input: unknown;
}

/** The subject of a command in words, and its session. */
export interface ActTopic {
  readonly target?: string;
  readonly session?: string;
}

export interface ActOutcome {
  /** Undefined if it was refused before that was known. */
  readonly subject: Subject | undefined;
  /** Absent if the command's row doesn't name one. */
  readonly topic?: ActTopic | undefined;
  readonly error?: unknown;
}

/** Records actions: the server or agent that acted, the person behind it or alone, and the subject. */
export function recordedActs(
  audit: Pick<Audit, 'write'>,
  clock: { now(): number },
): (act: RecordedAct) => (outcome: ActOutcome) => void {
  return ({ principal, clientId, command, input }) => {
    const startedAt = clock.now();
    return ({ subject, topic, error }) => {
      const touched = [...(subject?.artifacts ?? []), ...(subject?.workspaces ?? [])];
      const target = touched.length > 0 ? touched.slice(0, 10).join(' ') : undefined;
      const durationMs = clock.now() - startedAt;
      audit.write(() => ({
        ...actorIn(principal),
        principal: authorOf(principal),
        clientId,
        method: command,
        ...(target !== undefined && { target }),
        ...topic,
        requestBytes: Buffer.byteLength(JSON.stringify(input) ?? ''),
        durationMs,
        ...decisionIn(error),
      }));
    };
  };
}

function actorIn(principal: Principal): Pick<AuditEntry, 'server' | 'serverName' | 'by'> {
  if (principal.kind === 'local') return { server: hostToolsId, serverName: 'Loggia', by: 'person' };
  const { actor } = principal;
  if (actor.kind === 'key') return { server: hostToolsId, serverName: 'Loggia', by: 'key' };
  return { server: actor.server ?? actor.kind, serverName: actor.name ?? actor.kind, by: actor.kind };
}

function decisionIn(error: unknown): {
  readonly decision: 'allowed' | 'refused' | 'failed';
  readonly reason?: string;
} {
  if (error === undefined) return { decision: 'allowed' };
  const reason = error instanceof Error ? error.message : 'It failed without an explanation.';
  const isRefusal = error instanceof ProtocolError && error.kind === 'PermissionDenied';
  return { decision: isRefusal ? 'refused' : 'failed', reason };
}
