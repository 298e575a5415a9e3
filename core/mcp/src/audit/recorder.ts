import type { Clock } from '@loggia/kernel';
import { ProtocolError, type AuditRecord } from '@loggia/protocol';
import type { Audit, AuditEntry } from './audit.ts';
import { sizeOf } from './sizes.ts';

/** Why a call was allowed. */
export type AllowedBy = NonNullable<AuditRecord['allowedBy']>;

/** The party that asks a server for something, or acts in its name. */
export interface Caller {
  readonly by: 'person' | 'agent' | 'view' | 'handler' | 'key';
  /** The actor and the person behind it, as written by `authorOf`. */
  readonly principal: string;
  /** The client it came through, or `host`. */
  readonly clientId: string;
  /** The View, if its client names it. */
  readonly view?: string | undefined;
  /** Absent if no decision is needed. */
  readonly allowedBy?: AllowedBy | undefined;
}

/** A request to a server, with its caller. */
export interface Act {
  readonly server: string;
  readonly serverName: string;
  readonly session?: string | undefined;
  readonly caller: Caller;
  readonly method: string;
  /** The tool or resource that it names. */
  readonly target?: string | undefined;
  /** The request body. Only its size is recorded; absent means empty. */
  readonly request?: unknown;
}

export interface RecordedOutcome {
  readonly reason?: string;
  /** The response. Only its size is recorded. */
  readonly response?: unknown;
}

/** Records requests to servers, each once, however it ends. */
export interface Recorder {
  /** Runs it, and records how it ended. `outcome` says what to record of a result; by default, its size. */
  run<Result>(
    act: Act,
    work: () => Promise<Result>,
    outcome?: (result: Result) => RecordedOutcome,
  ): Promise<Result>;
  /** Records a request that didn't reach its server: the user or the host refused it, or there was no server. */
  missed(act: Act, decision: 'refused' | 'failed', error: unknown): void;
}

/** Sizes are measured when the record is written, so that the caller doesn't wait for that. */
export function createRecorder(audit: Pick<Audit, 'write'>, clock: Clock): Recorder {
  function write(act: Act, rest: Ending): void {
    audit.write(() => entryOf(act, rest));
  }

  return {
    async run(act, work, outcome = responseOf) {
      const startedAt = clock.now();
      try {
        const result = await work();
        write(act, { decision: 'allowed', durationMs: clock.now() - startedAt, ...outcome(result) });
        return result;
      } catch (error) {
        // A ProtocolError is the host's own refusal; everything else failed on the way or at the server.
        const decision = error instanceof ProtocolError ? 'refused' : 'failed';
        write(act, { decision, reason: reasonOf(error), durationMs: clock.now() - startedAt });
        throw error;
      }
    },
    missed(act, decision, error) {
      write(act, { decision, reason: reasonOf(error), durationMs: 0 });
    },
  };
}

interface Ending extends RecordedOutcome {
  readonly decision: AuditRecord['decision'];
  readonly durationMs: number;
}

function responseOf(response: unknown): RecordedOutcome {
  return { response };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function entryOf(
  { server, serverName, session, caller, method, target, request }: Act,
  { decision, reason, response, durationMs }: Ending,
): AuditEntry {
  const { by, principal, clientId, view, allowedBy } = caller;
  return {
    ...(session !== undefined && { session }),
    server,
    serverName,
    by,
    principal,
    clientId,
    ...(view !== undefined && { view }),
    method,
    ...(target !== undefined && { target }),
    decision,
    ...(decision === 'allowed' && allowedBy !== undefined && { allowedBy }),
    ...(reason !== undefined && { reason }),
    requestBytes: request === undefined ? 0 : sizeOf(request),
    ...(response !== undefined && { responseBytes: sizeOf(response) }),
    durationMs,
  };
}
