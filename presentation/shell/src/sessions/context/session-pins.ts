import type { ContextPart } from '@loggia/protocol';

/** Names of servers, or `server/tool`: those of the session, and those that hold in it without being its own. */
export interface Pins {
  readonly own: readonly string[];
  readonly around: readonly string[];
}

/** How a pin is named. */
function pinFor(server: string, tool: string | undefined): string {
  return tool === undefined ? server : `${server}/${tool}`;
}

/** Why the agent always has a tool, or all tools of a server; undefined if it may have to search for it. */
export function pinnedBy(
  { own, around }: Pins,
  server: string,
  tool: string | undefined,
): 'session' | 'server' | 'around' | undefined {
  const pin = pinFor(server, tool);
  if (around.includes(server) || around.includes(pin)) return 'around';
  if (tool !== undefined && own.includes(server)) return 'server';
  return own.includes(pin) ? 'session' : undefined;
}

/** The session's pins after a click on one. Pins of single tools go when their server is pinned. */
export function togglePin({ own }: Pins, server: string, tool: string | undefined): readonly string[] {
  const pin = pinFor(server, tool);
  if (own.includes(pin)) return own.filter((one) => one !== pin);
  const others = tool === undefined ? own.filter((one) => !one.startsWith(`${server}/`)) : own;
  return [...others, pin];
}

/** The tokens of every server's tools, those of servers whose tools have to be searched for included. */
export function withServers(
  parts: readonly ContextPart[],
  servers: readonly { readonly name: string }[],
): readonly ContextPart[] {
  const counted = new Set(parts.filter(({ kind }) => kind === 'tools').map(({ label }) => label));
  const others = servers.filter(({ name }) => !counted.has(name));
  return [...parts, ...others.map(({ name }) => ({ kind: 'tools' as const, label: name, tokens: 0 }))];
}
