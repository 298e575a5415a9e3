import type { SessionState, ToolDefinition } from '@loggia/protocol';
import type { HarnessTool } from '../harness.ts';

/** A tool as the agent sees it, and whom a call to it goes to. */
export interface Offer {
  readonly tool: HarnessTool;
  readonly from:
    | { readonly kind: 'client'; readonly clientId: string }
    /** `name` is how the session lists it. */
    | { readonly kind: 'server'; readonly name: string };
}

function harnessTool(name: string, definition: ToolDefinition): HarnessTool {
  const { title, description, inputSchema, annotations } = definition;
  const { readOnlyHint, destructiveHint } = annotations ?? {};
  return {
    name,
    ...(title && { title }),
    ...(description && { description }),
    ...(inputSchema && { inputSchema }),
    ...(readOnlyHint !== undefined && { readOnly: readOnlyHint }),
    ...(destructiveHint !== undefined && { destructive: destructiveHint }),
  };
}

/** Where several clients offer the same name, the preferred one has it, else the one that came first. */
function clientOffers(session: SessionState, preferred: string | undefined): Map<string, Offer> {
  const offers = new Map<string, Offer>();
  for (const { clientId, tools } of session.activeClients) {
    for (const tool of tools) {
      if (offers.has(tool.name) && clientId !== preferred) continue;
      offers.set(tool.name, { tool: harnessTool(tool.name, tool), from: { kind: 'client', clientId } });
    }
  }
  return offers;
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  const base = `server__${name}`;
  for (let count = 1; ; count++) {
    const suffix = count === 1 ? '' : `_${count}`;
    const candidate = `${base.slice(0, 64 - suffix.length)}${suffix}`;
    if (!taken.has(candidate)) return candidate;
  }
}

/**
 * Everything that the session offers, in one flat namespace. Servers' tools come with names that were free when they
 * were given; a client that has come since keeps its own, and the server's tool is called otherwise until its name is
 * given anew.
 */
export function toolbox(session: SessionState, preferred: string | undefined): ReadonlyMap<string, Offer> {
  const clients = clientOffers(session, preferred);
  const serverTools = session.serverTools ?? [];
  const taken = new Set([...clients.keys(), ...serverTools.map((tool) => tool.name)]);
  const offers = new Map<string, Offer>();
  for (const definition of serverTools) {
    const name = clients.has(definition.name) ? freeName(definition.name, taken) : definition.name;
    if (offers.has(name)) continue;
    taken.add(name);
    const from = { kind: 'server' as const, name: definition.name };
    offers.set(name, { tool: harnessTool(name, definition), from });
  }
  for (const [name, offer] of clients) offers.set(name, offer);
  return offers;
}
