import type { CapabilityServer, HandlerServer, HandlerStatus } from '../handlers/handler-access.ts';
import { isSomebodysOwn } from '../events/verdict.ts';

/** The provider that would answer for a capability of a type now. */
export type Provider =
  | {
      readonly kind: 'server';
      readonly server: HandlerServer;
      readonly tool: string;
      /** The key of the built-in that answers if the server doesn't. */
      readonly fallback?: string;
    }
  | { readonly kind: 'builtin'; readonly key: string }
  /** A provider that isn't available now; `reason` says why, and what to do. */
  | { readonly kind: 'absent'; readonly reason: string }
  /** There is no provider, and none is expected. */
  | { readonly kind: 'none' };

export function providerOf(status: HandlerStatus, type: string, capability: string): Provider {
  if (status.kind === 'disputed') return { kind: 'absent', reason: status.reason };
  if (status.kind === 'nobody') {
    if (!isSomebodysOwn(type)) return { kind: 'none' };
    const reason = `No server that is connected owns the type ${type}. Add or start the one that does.`;
    return { kind: 'absent', reason };
  }
  const entry = ownEntry(status.capabilities, capability);
  if (status.kind === 'platform')
    return ofStandardType(
      status.providers ?? [],
      capability,
      entry && 'builtin' in entry ? entry.builtin : undefined,
    );
  if (entry === undefined) return { kind: 'none' };
  if ('builtin' in entry) return { kind: 'builtin', key: entry.builtin };
  return status.ready ? { kind: 'server', server: status, tool: entry.tool } : absent(status);
}

/** A standard type belongs to everybody, so the platform answers while the chosen server can't. */
function ofStandardType(
  providers: readonly CapabilityServer[],
  capability: string,
  builtin: string | undefined,
): Provider {
  const able = providers.filter(({ capabilities }) => ownEntry(capabilities, capability) !== undefined);
  const server = able.find(({ ready }) => ready);
  const tool = server && ownEntry(server.capabilities, capability)?.tool;
  if (server !== undefined && tool !== undefined)
    return { kind: 'server', server, tool, ...(builtin !== undefined && { fallback: builtin }) };
  if (builtin !== undefined) return { kind: 'builtin', key: builtin };
  return able[0] === undefined ? { kind: 'none' } : absent(able[0]);
}

function absent({ name, reason }: HandlerServer): Provider {
  return { kind: 'absent', reason: reason ?? `The server "${name}" is not running. Start it.` };
}

/** Capabilities have names that others choose. */
function ownEntry<Entry>(entries: Readonly<Record<string, Entry>>, name: string): Entry | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined;
}
