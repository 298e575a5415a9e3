import type { SessionAction, SessionState } from '@loggia/protocol';
import { workspacesOf } from './session-decisions.ts';
import type { SessionPlan } from './session-plan.ts';

/** The reason to refuse a client's action, as a sentence. Without a plan, only the state is checked. */
export function refusal(
  plan: SessionPlan | undefined,
  state: SessionState,
  action: SessionAction,
): string | undefined {
  switch (action.type) {
    case 'session/customizationToggled':
      if (!isShown(state, action.id)) return unknown('customization');
      return wrongWorkspace(state, action);
    case 'session/mcpServerStartRequested':
    case 'session/mcpServerStopRequested':
    case 'session/mcpServerBackgroundRequested': {
      const place = plan?.place(action.id);
      if (plan ? !place : !isShown(state, action.id)) return unknown('server');
      return plan && place && action.type === 'session/mcpServerStartRequested'
        ? plan.hindrance(place)
        : undefined;
    }
    default:
      return undefined;
  }
}

/** Without the id: people know servers by their names, and this one's is gone. */
function unknown(what: string): string {
  return `The session doesn't have this ${what} any more. Look at its customizations again.`;
}

function isShown({ customizations = [] }: SessionState, id: string): boolean {
  return customizations.some(
    (entry) => entry.id === id || ('children' in entry && entry.children?.some((child) => child.id === id)),
  );
}

function wrongWorkspace(
  state: SessionState,
  { enablement }: Extract<SessionAction, { type: 'session/customizationToggled' }>,
): string | undefined {
  const workspaces = workspacesOf(state);
  const isOther = enablement.some(
    (decision) => decision.kind === 'workspace' && !workspaces.includes(decision.uri),
  );
  if (!isOther) return undefined;
  return workspaces.length === 0
    ? 'This session has no working directory and no workspace, so nothing can be decided for one. Decide for the session instead.'
    : `A decision for a workspace names the session's first working directory or its workspace. Send ${workspaces.join(' or ')}.`;
}
