import type {
  ChildCustomization,
  ClientPlugin,
  Customization,
  Enablement,
  McpServerCustomization,
  McpServerState,
} from '../../../channels/session/customizations.ts';
import type { ActiveClient, SessionState } from '../../../channels/session/state.ts';
import { defined, without } from '../../../common/objects.ts';
import type {
  V03ChildCustomization,
  V03ClientPlugin,
  V03Customization,
  V03McpServer,
} from '../customizations.ts';
import type { V03ActiveClient } from '../state.ts';

export function isEnabled(enablement: readonly Enablement[] | undefined): boolean {
  return enablement?.[0]?.enabled ?? true;
}

export function projectServerState(state: McpServerState): McpServerState {
  return state.kind === 'starting' ? without(state, 'blocking') : state;
}

function projectServer(server: McpServerCustomization): V03McpServer {
  const { enablement, ...rest } = server;
  return { ...rest, enabled: isEnabled(enablement), state: projectServerState(server.state) };
}

/** Leaves can't be switched in 0.3; a client there treats each as enabled like its container. */
function projectChild(child: ChildCustomization): V03ChildCustomization {
  return child.type === 'mcpServer' ? projectServer(child) : without(child, 'enabled');
}

export function projectCustomization(entry: Customization): V03Customization {
  if (entry.type === 'mcpServer') return projectServer(entry);
  const children = entry.children?.map(projectChild);
  if (entry.type !== 'plugin') return defined({ ...entry, children });
  const { enablement, ...rest } = entry;
  return defined({ ...rest, enabled: isEnabled(enablement), children });
}

function projectClientPlugin(plugin: ClientPlugin): V03ClientPlugin {
  const { enablement, childEnablement: _later, ...rest } = plugin;
  return defined({
    ...rest,
    type: 'plugin',
    enabled: isEnabled(enablement),
    children: plugin.children?.map(projectChild),
  });
}

export function projectActiveClient(client: ActiveClient): V03ActiveClient {
  const { clientId, displayName, tools } = client;
  const customizations = client.customizations?.map(projectClientPlugin);
  return defined({ clientId, displayName, tools, customizations });
}

/** 0.3 has one active client: a client sees itself if it is one, and otherwise the latest. */
export function activeClientFor(
  session: SessionState,
  clientId: string | undefined,
): ActiveClient | undefined {
  return session.activeClients.find((client) => client.clientId === clientId) ?? session.activeClients.at(-1);
}
