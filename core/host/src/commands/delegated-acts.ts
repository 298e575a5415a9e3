import { authorOf, type Delegate, type Subject } from '@loggia/access';
import type { Audit } from '@loggia/mcp';
import { ProtocolError } from '@loggia/protocol';

/** A command that is run with a key. */
export interface DelegatedAct {
  readonly principal: Delegate;
  readonly clientId: string;
  readonly command: string;
  readonly input: unknown;
}

export interface ActOutcome {
  /** Undefined if it was refused before that was known. */
  readonly subject: Subject | undefined;
  readonly error?: unknown;
}

/** Records the actions of delegates: the server or agent that acted, the person behind it, and the subject. */
export function delegatedActs(
  audit: Pick<Audit, 'write'>,
  clock: { now(): number },
): (act: DelegatedAct) => (outcome: ActOutcome) => void {
  return ({ principal, clientId, command, input }) => {
    const startedAt = clock.now();
    const { actor } = principal;
    return ({ subject, error }) => {
      const touched = [...(subject?.artifacts ?? []), ...(subject?.workspaces ?? [])];
      const durationMs = clock.now() - startedAt;
      audit.write(() => ({
        server: actor.server ?? actor.kind,
        serverName: actor.name ?? actor.kind,
        by: actor.kind,
        principal: authorOf(principal),
        clientId,
        method: command,
        ...(touched.length > 0 && { target: touched.slice(0, 10).join(' ') }),
        requestBytes: Buffer.byteLength(JSON.stringify(input) ?? ''),
        durationMs,
        ...decisionIn(error),
      }));
    };
  };
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
