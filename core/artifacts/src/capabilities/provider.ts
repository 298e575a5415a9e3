import type { ServerHandlerStatus, HandlerStatus } from '../handlers/handler-access.ts';
import { isSomebodysOwn } from '../events/verdict.ts';

/** Who would answer for a capability of a type now. */
export type Provider =
  | { readonly kind: 'server'; readonly status: ServerHandlerStatus; readonly tool: string }
  | { readonly kind: 'builtin'; readonly key: string }
  /** Somebody who is not there now; `reason` says why, and what to do. */
  | { readonly kind: 'absent'; readonly reason: string }
  /** Nobody, and nobody is expected. */
  | { readonly kind: 'none' };

export function providerOf(status: HandlerStatus, type: string, capability: string): Provider {
  if (status.kind === 'disputed') return { kind: 'absent', reason: status.reason };
  if (status.kind === 'nobody') {
    if (!isSomebodysOwn(type)) return { kind: 'none' };
    const reason = `No server that is connected owns the type ${type}. Add or start the one that does.`;
    return { kind: 'absent', reason };
  }
  const { capabilities } = status;
  const entry = Object.hasOwn(capabilities, capability) ? capabilities[capability] : undefined;
  if (entry === undefined) return { kind: 'none' };
  if ('builtin' in entry) return { kind: 'builtin', key: entry.builtin };
  if (status.kind !== 'server') return { kind: 'none' };
  if (status.ready) return { kind: 'server', status, tool: entry.tool };
  const reason = status.reason ?? `The server "${status.name}" is not running. Start it.`;
  return { kind: 'absent', reason };
}
