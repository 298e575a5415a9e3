import type { McpServerCustomization, SessionState } from '@loggia/protocol';

/** States that only a running host can vouch for. */
const live: ReadonlySet<string> = new Set(['starting', 'ready', 'authRequired']);

function isLive(entry: { readonly type: string }): entry is McpServerCustomization {
  return entry.type === 'mcpServer' && live.has((entry as McpServerCustomization).state.kind);
}

/** The servers that the session shows as alive, at the top and within plugins and directories. */
export function liveServers({ customizations = [] }: SessionState): readonly McpServerCustomization[] {
  return customizations.flatMap((entry) => {
    const children = 'children' in entry ? (entry.children ?? []) : [];
    return [entry, ...children].filter(isLive);
  });
}
