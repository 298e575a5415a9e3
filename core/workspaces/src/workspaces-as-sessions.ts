import { KernelClosed, type Kernel } from '@loggia/kernel';
import { workspaceOf, type SessionAction, type SessionState, type WorkspaceState } from '@loggia/protocol';
import type { SessionAccess } from '@loggia/sessions/equipment';

/** A workspace as equipment sees it: a session in which nobody talks. */
export function asSession({ title, customizations }: WorkspaceState): SessionState {
  return {
    provider: '',
    title,
    status: 0,
    lifecycle: 'ready',
    activeClients: [],
    chats: [],
    ...(customizations && { customizations }),
  };
}

/** Agents are what tools are listed for, and a workspace has none. */
function concernsWorkspace(action: SessionAction): boolean {
  return action.type !== 'session/serverToolsChanged';
}

/** Equips workspaces with servers in the way that sessions are: what equipment does to either ends up on its channel. */
export function withWorkspaces(sessions: SessionAccess, kernel: Kernel): SessionAccess {
  const workspace = (uri: string) => kernel.peek<WorkspaceState>(uri);
  return {
    state(uri) {
      if (workspaceOf(uri) === undefined) return sessions.state(uri);
      const found = workspace(uri);
      return found && asSession(found.state);
    },
    async load(uri) {
      if (workspaceOf(uri) === undefined) return sessions.load(uri);
      const found = await kernel.load<WorkspaceState>(uri).catch(unlessClosed);
      return found && asSession(found.state);
    },
    append(uri, action) {
      if (workspaceOf(uri) === undefined) return sessions.append(uri, action);
      if (!concernsWorkspace(action)) return;
      // A workspace in use is kept in memory; of one that is not, nobody sees what its servers do.
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
