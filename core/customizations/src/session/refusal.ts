import type { SessionAction, SessionState } from '@loggia/protocol';
import type { SessionPlan } from './session-plan.ts';

/** Why a client's action cannot be, as a sentence. Without a plan only what the state shows can be judged. */
export function refusal(
  plan: SessionPlan | undefined,
  state: SessionState,
  action: SessionAction,
): string | undefined {
  switch (action.type) {
    case 'session/customizationToggled':
      if (!isShown(state, action.id)) return unknown('customization', action.id);
      return wrongWorkspace(state, action);
    case 'session/mcpServerStartRequested':
    case 'session/mcpServerStopRequested':
    case 'session/mcpServerBackgroundRequested': {
      const place = plan?.place(action.id);
      if (plan ? !place : !isShown(state, action.id)) return unknown('server', action.id);
      return plan && place && action.type === 'session/mcpServerStartRequested'
        ? plan.hindrance(place)
        : undefined;
    }
    default:
      return undefined;
  }
}

function unknown(what: string, id: string): string {
  return `This session has no ${what} with the id "${id}". Look at its customizations again.`;
}

function isShown({ customizations = [] }: SessionState, id: string): boolean {
  return customizations.some(
    (entry) => entry.id === id || ('children' in entry && entry.children?.some((child) => child.id === id)),
  );
}

function wrongWorkspace(
  { workingDirectories = [] }: SessionState,
  { enablement }: Extract<SessionAction, { type: 'session/customizationToggled' }>,
): string | undefined {
  const [primary] = workingDirectories;
  const other = enablement.find((decision) => decision.kind === 'workspace' && decision.uri !== primary);
  if (!other) return undefined;
  return primary === undefined
    ? 'This session has no working directory, so nothing can be decided for its workspace. Decide for the session instead.'
    : `Decisions for a workspace are about the primary working directory, which is ${primary}. Send that URI.`;
}
