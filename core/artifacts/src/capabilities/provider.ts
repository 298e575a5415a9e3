import type { ServerStanding, Standing } from '../handlers/desk.ts';
import { isSomebodysOwn } from '../events/verdict.ts';

/** Who would answer for a capability of a type now. */
export type Provider =
  | { readonly kind: 'server'; readonly standing: ServerStanding; readonly tool: string }
  | { readonly kind: 'builtin'; readonly key: string }
  /** Somebody who is not there now; `reason` says why, and what to do. */
  | { readonly kind: 'absent'; readonly reason: string }
  /** Nobody, and nobody is expected. */
  | { readonly kind: 'none' };

export function providerOf(standing: Standing, type: string, capability: string): Provider {
  if (standing.kind === 'disputed') return { kind: 'absent', reason: standing.reason };
  if (standing.kind === 'nobody') {
    if (!isSomebodysOwn(type)) return { kind: 'none' };
    const reason = `No server that is connected owns the type ${type}. Add or start the one that does.`;
    return { kind: 'absent', reason };
  }
  const { capabilities } = standing;
  const entry = Object.hasOwn(capabilities, capability) ? capabilities[capability] : undefined;
  if (entry === undefined) return { kind: 'none' };
  if ('builtin' in entry) return { kind: 'builtin', key: entry.builtin };
  if (standing.kind !== 'server') return { kind: 'none' };
  if (standing.ready) return { kind: 'server', standing, tool: entry.tool };
  const reason = standing.reason ?? `The server "${standing.name}" is not running. Start it.`;
  return { kind: 'absent', reason };
}
