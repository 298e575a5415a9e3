import type { Permission } from '@loggia/content';
import type { Scheduler } from '@loggia/kernel';
import { callWithin } from '../handlers/call-within.ts';
import type { HandlerAccess, ServerHandlerStatus } from '../handlers/handler-access.ts';
import { failureIn, reasonOf } from '../handlers/failure.ts';
import type { EventRow } from '../store.ts';
import { actorOf, argumentsOf } from './event.ts';
import { deliveryLimits } from './limits.ts';

/** Delivers to the owner once. Resolves with the failure, or with undefined if the owner has taken it. */
export async function attempt(
  row: EventRow,
  {
    handlers,
    scheduler,
    to,
    tool,
    permissions,
    signal,
  }: {
    readonly handlers: HandlerAccess;
    readonly scheduler: Scheduler;
    readonly to: ServerHandlerStatus;
    readonly tool: string;
    /** The permissions lent to the owner. */
    readonly permissions: readonly Permission[];
    readonly signal: AbortSignal;
  },
): Promise<string | undefined> {
  try {
    const result = await callWithin(handlers, scheduler, {
      workspace: row.workspace,
      server: to.server,
      tool,
      arguments: argumentsOf(row, {
        attempt: row.attempts + 1,
        // It was parked before, and then replayed by a user.
        replayed: row.attempts >= deliveryLimits.attempts,
        contentUrl: (artifact, version) => handlers.contentUrl(artifact, version),
      }),
      about: {
        artifact: row.artifact,
        by: actorOf(row),
        grant: 'write',
        permissions,
      },
      timeoutMs: deliveryLimits.timeoutMs,
      signal,
    });
    return failureIn(result);
  } catch (error) {
    return reasonOf(error);
  }
}
