import type { McpUiHostContext } from '@modelcontextprotocol/ext-apps/app-bridge';
import type { ShellHost } from '../host/shell-host.ts';

export type ToolDescription = NonNullable<McpUiHostContext['toolInfo']>['tool'];

type Listing = Promise<ReadonlyMap<string, ToolDescription>>;

/** The longest that a View waits for it. */
const timeoutMs = 3000;
const mostPages = 20;
/** A restarted server has a new channel. */
const mostChannels = 50;

const kept = new WeakMap<ShellHost, Map<string, Listing>>();

/** A tool's description from its server, if Views may see it. Servers are asked once, until they announce a change. */
export async function describedTool(
  host: ShellHost,
  { channel, view, name }: { readonly channel: string; readonly view: string; readonly name: string },
): Promise<ToolDescription | undefined> {
  const listings = listingsOf(host);
  const listing = listings.get(channel) ?? listed(host, channel, view);
  listings.set(channel, listing);
  const [oldest] = listings.keys();
  if (listings.size > mostChannels && oldest !== undefined) listings.delete(oldest);
  try {
    return (await listing).get(name);
  } catch {
    // The name is enough for now; the next View may ask again.
    if (listings.get(channel) === listing) listings.delete(channel);
    return undefined;
  }
}

function listingsOf(host: ShellHost): Map<string, Listing> {
  const known = kept.get(host);
  if (known) return known;
  const listings = new Map<string, Listing>();
  kept.set(host, listings);
  host.client.onNotification('notifications/tools/list_changed', ({ channel }) => {
    if (typeof channel === 'string') listings.delete(channel);
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
