import type { Customization, McpServerCustomization, SessionAction } from '@loggia/protocol';
import { sameJson } from './same-json.ts';

/**
 * The actions that turn the current tree into the wanted one. A server's state and channel have their own actions;
 * everything else goes with its top-level entry.
 */
export function changesBetween(
  shown: readonly Customization[] | undefined,
  wanted: readonly Customization[],
): SessionAction[] {
  if (!shown && wanted.length === 0) return [];
  if (!shown || !isReachable(shown, wanted)) {
    return [{ type: 'session/customizationsChanged', customizations: [...wanted] }];
  }
  const actions: SessionAction[] = [];
  const ids = new Set(wanted.map(({ id }) => id));
  for (const { id } of shown) if (!ids.has(id)) actions.push({ type: 'session/customizationRemoved', id });
  const before = new Map(shown.map((entry) => [entry.id, entry]));
  for (const entry of wanted) actions.push(...entryChanges(before.get(entry.id), entry));
  return actions;
}

/** New entries go to the end; any other change of order replaces the whole list. */
function isReachable(shown: readonly Customization[], wanted: readonly Customization[]): boolean {
  const wantedIds = wanted.map(({ id }) => id);
  const known = new Set(wantedIds);
  const shownIds = shown.map(({ id }) => id);
  if (new Set(shownIds).size !== shownIds.length) return false;
  const kept = shownIds.filter((id) => known.has(id));
  return kept.every((id, index) => wantedIds[index] === id);
}

function entryChanges(shown: Customization | undefined, wanted: Customization): SessionAction[] {
  if (!shown) return [{ type: 'session/customizationUpdated', customization: wanted }];
  const before = new Map(serversOf(shown).map((server) => [server.id, server]));
  const rest = mapServers(wanted, (server) => asBefore(server, before.get(server.id)));
  const actions: SessionAction[] = [];
  if (!sameJson(rest, shown)) actions.push({ type: 'session/customizationUpdated', customization: rest });
  for (const server of serversOf(wanted)) {
    const old = before.get(server.id);
    if (!old || (sameJson(old.state, server.state) && old.channel === server.channel)) continue;
    const { id, state, channel } = server;
    actions.push({
      type: 'session/mcpServerStateChanged',
      id,
      state,
      ...(channel !== undefined && { channel }),
    });
  }
  return actions;
}

/** The server with the state and channel that are currently shown. */
function asBefore(
  server: McpServerCustomization,
  old: McpServerCustomization | undefined,
): McpServerCustomization {
  if (!old) return server;
  const { channel: _channel, ...rest } = server;
  return { ...rest, state: old.state, ...(old.channel !== undefined && { channel: old.channel }) };
}

export function serversOf(entry: Customization): McpServerCustomization[] {
  if (entry.type === 'mcpServer') return [entry];
  return (entry.children ?? []).filter((child) => child.type === 'mcpServer');
}

function mapServers(
  entry: Customization,
  change: (server: McpServerCustomization) => McpServerCustomization,
): Customization {
  if (entry.type === 'mcpServer') return change(entry);
  if (!entry.children) return entry;
  return {
    ...entry,
    children: entry.children.map((child) => (child.type === 'mcpServer' ? change(child) : child)),
  };
}
