import { KernelClosed, type Kernel } from '@loggia/kernel';
import { workspaceOf, type SessionAction, type SessionState, type WorkspaceState } from '@loggia/protocol';
import type { SessionAccess } from '@loggia/sessions/equipment';

/** A workspace as equipment sees it: a session in it, without chats. */
export function asSession(uri: string, { title, customizations }: WorkspaceState): SessionState {
  return {
    provider: '',
    title,
    project: { uri, displayName: title },
    status: 0,
    lifecycle: 'ready',
    activeClients: [],
    chats: [],
    ...(customizations && { customizations }),
  };
}

/** Tools are listed for agents, and a workspace has none. */
function concernsWorkspace(action: SessionAction): boolean {
  return action.type !== 'session/serverToolsChanged';
}

/** Lets equipment treat workspaces like sessions: its changes go to the channel of either. */
export function withWorkspaces(sessions: SessionAccess, kernel: Kernel): SessionAccess {
  const workspace = (uri: string) => kernel.peek<WorkspaceState>(uri);
  return {
    state(uri) {
      if (workspaceOf(uri) === undefined) return sessions.state(uri);
      const found = workspace(uri);
      return found && asSession(uri, found.state);
    },
    async load(uri) {
      if (workspaceOf(uri) === undefined) return sessions.load(uri);
      const found = await kernel.load<WorkspaceState>(uri).catch(unlessClosed);
      return found && asSession(uri, found.state);
    },
    append(uri, action) {
      if (workspaceOf(uri) === undefined) return sessions.append(uri, action);
      if (!concernsWorkspace(action)) return;
      // A workspace in use is in memory; for any other, nobody sees its servers.
      const found = workspace(uri);
      try {
        if (found) kernel.append(found, action);
      } catch (error) {
        unlessClosed(error);
      }
    },
    declaredChanged: () => sessions.declaredChanged(),
  };
}

function unlessClosed(error: unknown): undefined {
  if (!(error instanceof KernelClosed)) throw error;
}
