import { parseMime } from '@loggia/content';
import type { ServerHandlerStatus, HandlerStatus } from '../handlers/handler-access.ts';
import type { EventRow } from '../store.ts';
import { deliveryLimits, whenReady } from './limits.ts';

/** The decision about a due event. */
export type Verdict =
  | { readonly kind: 'deliver'; readonly to: ServerHandlerStatus; readonly tool: string }
  /** Nobody handles it. */
  | { readonly kind: 'done' }
  /** No attempt: a handler is expected. */
  | { readonly kind: 'wait'; readonly until: number; readonly reason: string; readonly server?: string }
  | { readonly kind: 'park'; readonly reason: string };

/** Whether servers handle the type. This includes the platform's vendor types: their handlers are servers, too. */
export function isSomebodysOwn(type: string): boolean {
  return (parseMime(type)?.tree ?? 'standard') !== 'standard';
}

function verdictWithoutOwner({ type, at }: EventRow, now: number): Verdict {
  if (!isSomebodysOwn(type)) return { kind: 'done' };
  const until = Date.parse(at) + deliveryLimits.ownerlessMs;
  if (now < until) {
    const reason = `No server that is connected owns the type ${type}. Add or start the one that does.`;
    return { kind: 'wait', until, reason };
  }
  const reason = `For days no server owned the type ${type}. Add the one that does and replay, or discard the event.`;
  return { kind: 'park', reason };
}

function verdictOfServer(event: EventRow, status: ServerHandlerStatus): Verdict {
  const { server, name, ready, reason } = status;
  const tool = status.events[event.kind]?.tool;
  if (tool === undefined) return { kind: 'done' };
  if (ready) return { kind: 'deliver', to: status, tool };
  const why = reason ?? `The server "${name}" is not running. Start it.`;
  return { kind: 'wait', until: whenReady, reason: why, server };
}

export function verdictOf(event: EventRow, status: HandlerStatus, now: number): Verdict {
  if (status.kind === 'platform') return { kind: 'done' };
  if (status.kind === 'nobody') return verdictWithoutOwner(event, now);
  if (status.kind === 'server') return verdictOfServer(event, status);
  return { kind: 'wait', until: whenReady, reason: status.reason };
}

/** Whether the event waits for its owner rather than for a time. */
export function waitsForOwner({ status, nextAt }: EventRow, now: number): boolean {
  return status === 'waiting' && nextAt > now + deliveryLimits.longestPauseMs;
}
