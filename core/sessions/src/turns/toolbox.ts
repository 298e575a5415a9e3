import {
  viewToolLimits,
  viewToolOf,
  type SessionState,
  type ToolDefinition,
  type ViewTool,
} from '@loggia/protocol';
import { choicesIn } from './choice-sources.ts';
import type { HarnessTool } from '../harness.ts';

/** A tool as the agent sees it, and the owner that calls to it go to. */
export interface Offer {
  readonly tool: HarnessTool;
  readonly from:
    | { readonly kind: 'client'; readonly clientId: string }
    /** The client shows the View, and runs its tools. `name` is the name in the client's list. */
    | {
        readonly kind: 'view';
        readonly clientId: string;
        readonly name: string;
        readonly view: ViewTool;
        readonly definition: ToolDefinition;
      }
    /** `name` is the name in the session's list. */
    | { readonly kind: 'server'; readonly name: string };
}

function harnessTool(name: string, definition: ToolDefinition): HarnessTool {
  const { title, description, inputSchema, annotations, _meta } = definition;
  const choices = choicesIn(_meta);
  const { readOnlyHint, destructiveHint } = annotations ?? {};
  return {
    name,
    ...(title && { title }),
    ...(description && { description }),
    ...(inputSchema && { inputSchema }),
    ...(choices && { choices }),
    ...(readOnlyHint !== undefined && { readOnly: readOnlyHint }),
    ...(destructiveHint !== undefined && { destructive: destructiveHint }),
  };
}

/** If several clients offer the same name, the preferred one wins, or else the first. */
function clientOffers(session: SessionState, preferred: string | undefined): Map<string, Offer> {
  const offers = new Map<string, Offer>();
  for (const { clientId, tools } of session.activeClients) {
    for (const tool of tools) {
      if (viewToolOf(tool) || (offers.has(tool.name) && clientId !== preferred)) continue;
      offers.set(tool.name, { tool: harnessTool(tool.name, tool), from: { kind: 'client', clientId } });
    }
  }
  return offers;
}

/**
 * The tools of Views. A View has the same names in every client, so one that several clients show is offered once: by
 * the preferred one or else the first, and by a client without a connection only if no other shows the View.
 */
function viewOffers(
  session: SessionState,
  preferred: string | undefined,
  { isOffered, isConnected }: ViewToolRules,
): Offer[] {
  const offers = new Map<string, { readonly offer: Offer; readonly rank: number }>();
  for (const { clientId, tools } of session.activeClients) {
    const rank = (isConnected(clientId) ? 2 : 0) + (clientId === preferred ? 1 : 0);
    for (const definition of tools) {
      const { name } = definition;
      const view = viewToolOf(definition);
      const known = offers.get(name);
      if (!view || (known && known.rank >= rank) || !isOffered(view, definition)) continue;
      const from = { kind: 'view' as const, clientId, name, view, definition };
      offers.set(name, { rank, offer: { tool: harnessTool(name, definition), from } });
    }
  }
  return [...offers.values()].map(({ offer }) => offer).slice(0, viewToolLimits.perSession);
}

export interface ViewToolRules {
  /** Whether agents may use the tool now. */
  isOffered(tool: ViewTool, definition: ToolDefinition): boolean;
  /** Whether a client can be reached now. One that can't stays registered for a while, in case it returns. */
  isConnected(clientId: string): boolean;
}

const longestName = 64;

function freeName(prefix: string, name: string, taken: ReadonlySet<string>): string {
  const base = `${prefix}__${name}`;
  for (let count = 1; ; count++) {
    const suffix = count === 1 ? '' : `_${count}`;
    const candidate = `${base.slice(0, longestName - suffix.length)}${suffix}`;
    if (!taken.has(candidate)) return candidate;
  }
}

/**
 * All tools that the session offers, in one flat namespace. Servers' tools got names that were free at the time; if a
 * client has claimed one since, the client's tool keeps the name and the server's is renamed until the session assigns
 * a new name. The host's own tools come next: where a server has the name, it keeps it. A View never takes a name that
 * anything else has.
 */
export function toolbox(
  session: SessionState,
  preferred: string | undefined,
  hostTools: readonly ToolDefinition[] = [],
  viewTools: ViewToolRules = { isOffered: () => false, isConnected: () => true },
): ReadonlyMap<string, Offer> {
  const clients = clientOffers(session, preferred);
  const serverTools = [...(session.serverTools ?? []), ...hostTools];
  const taken = new Set([...clients.keys(), ...serverTools.map((tool) => tool.name)]);
  const offers = new Map<string, Offer>();
  for (const definition of serverTools) {
    const name = clients.has(definition.name) ? freeName('server', definition.name, taken) : definition.name;
    if (offers.has(name)) continue;
    taken.add(name);
    const from = { kind: 'server' as const, name: definition.name };
    offers.set(name, { tool: harnessTool(name, definition), from });
  }
  for (const [name, offer] of clients) offers.set(name, offer);
  for (const { tool, from } of viewOffers(session, preferred, viewTools)) {
    const name = offers.has(tool.name) ? freeName('view', tool.name, new Set(offers.keys())) : tool.name;
    if (name.length <= longestName) offers.set(name, { tool: { ...tool, name }, from });
  }
  return offers;
}
