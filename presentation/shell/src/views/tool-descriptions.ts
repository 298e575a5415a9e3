import type { McpUiHostContext } from '@modelcontextprotocol/ext-apps/app-bridge';
import type { ShellHost } from '../host/shell-host.ts';
import type { ViewFacts } from './subject.ts';

export type ToolDescription = NonNullable<McpUiHostContext['toolInfo']>['tool'];

type Listing = Promise<ReadonlyMap<string, ToolDescription>>;

/** The longest that a View waits for it. */
const timeoutMs = 3000;
const mostPages = 20;
/** A restarted server has a new channel. */
const mostListings = 50;

const known = new WeakMap<ShellHost, Map<string, Listing>>();

type Facts = Pick<ViewFacts, 'key' | 'tool' | 'server' | 'shownOn'>;

/**
 * A tool's description from its server. Servers are asked once, until they announce a change. A View can't list the
 * tools that are for agents alone, but its own may be one of them, so the host is asked for those.
 */
export async function describedTool(
  host: ShellHost,
  channel: string,
  facts: Facts,
): Promise<ToolDescription | undefined> {
  const { name } = facts.tool;
  const own = await kept(host, channel, () => listed(host, channel, facts.key));
  if (own?.has(name) !== false) return own?.get(name);
  return (await kept(host, `${channel} all`, () => listedByHost(host, facts)))?.get(name);
}

/** Undefined after a failure: the name is enough for now, and the next View may ask again. */
async function kept(host: ShellHost, key: string, ask: () => Listing): Promise<Awaited<Listing> | undefined> {
  const listings = listingsOf(host);
  const listing = listings.get(key) ?? ask();
  listings.set(key, listing);
  const [oldest] = listings.keys();
  if (listings.size > mostListings && oldest !== undefined) listings.delete(oldest);
  try {
    return await listing;
  } catch {
    if (listings.get(key) === listing) listings.delete(key);
    return undefined;
  }
}

async function listedByHost(host: ShellHost, { server, shownOn: session }: Facts): Listing {
  if (!server) return new Map();
  const { tools } = await host.ask('x-loggia/listTools', { server: server.id, session });
  return new Map(
    tools.map(({ tool }) => [tool.name, { inputSchema: { type: 'object' }, ...tool } as ToolDescription]),
  );
}

function listingsOf(host: ShellHost): Map<string, Listing> {
  const before = known.get(host);
  if (before) return before;
  const listings = new Map<string, Listing>();
  known.set(host, listings);
  host.client.onNotification('notifications/tools/list_changed', ({ channel }) => {
    if (typeof channel !== 'string') return;
    listings.delete(channel);
    listings.delete(`${channel} all`);
  });
  return listings;
}

async function listed(host: ShellHost, channel: string, view: string): Listing {
  const tools = new Map<string, ToolDescription>();
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const params = { channel, _meta: { 'loggia.view': view }, ...(cursor !== undefined && { cursor }) };
    const answer = (await host.client.call('tools/list', params, { timeoutMs })) as {
      readonly tools: readonly ToolDescription[];
      readonly nextCursor?: string;
    };
    for (const tool of answer.tools) tools.set(tool.name, tool);
    cursor = answer.nextCursor;
    if (cursor === undefined) break;
  }
  return tools;
}

/** The tool that opened a View, for its host context. */
export function toolInfoOf(
  { tool: { callId, name } }: Pick<ViewFacts, 'tool'>,
  described: ToolDescription | undefined,
): { readonly id?: string; readonly tool: ToolDescription } {
  const tool = described ?? { name, inputSchema: { type: 'object' as const } };
  return { ...(callId !== undefined && { id: callId }), tool };
}
