import type { ClientPlugin } from '../../../channels/session/customizations.ts';
import type { ActiveClient } from '../../../channels/session/state.ts';
import { defined } from '../../../common/objects.ts';
import type { V03ClientPlugin } from '../customizations.ts';
import type { V03ActiveClient } from '../state.ts';

/** A client's setting for its own plugin is a global decision. */
function liftPlugin(plugin: V03ClientPlugin): ClientPlugin {
  const { enabled, ...rest } = plugin;
  const enablement: ClientPlugin['enablement'] =
    enabled === undefined ? undefined : [{ kind: 'global', enabled }];
  return defined({ ...(rest as ClientPlugin), enablement });
}

export function liftActiveClient(client: V03ActiveClient): ActiveClient {
  const { clientId, displayName, tools } = client;
  return defined({ clientId, displayName, tools, customizations: client.customizations?.map(liftPlugin) });
}
