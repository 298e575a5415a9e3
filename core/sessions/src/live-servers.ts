import type { McpServerCustomization, SessionState } from '@loggia/protocol';

/** States that hold only while the host runs. */
const live: ReadonlySet<string> = new Set(['starting', 'ready', 'authRequired']);

function isLive(entry: { readonly type: string }): entry is McpServerCustomization {
  return entry.type === 'mcpServer' && live.has((entry as McpServerCustomization).state.kind);
}

/** The servers that the session shows as running, at the top level and inside plugins and directories. */
export function liveServers({ customizations = [] }: SessionState): readonly McpServerCustomization[] {
  return customizations.flatMap((entry) => {
    const children = 'children' in entry ? (entry.children ?? []) : [];
    return [entry, ...children].filter(isLive);
  });
}
