import { refuseToolSettings, refuseViewTools, type SessionAction, type SessionState } from '@loggia/protocol';
import { refuseConfigChange } from './config-values.ts';
import type { Refusal, Sender } from './refusal.ts';

type Rule<Type extends SessionAction['type']> = (
  state: SessionState,
  action: Extract<SessionAction, { type: Type }>,
  sender: Sender,
) => Refusal;

type Rules = { readonly [Type in SessionAction['type']]?: Rule<Type> };

function hasCustomization(state: SessionState, id: string): boolean {
  return (state.customizations ?? []).some(
    (entry) => entry.id === id || ('children' in entry && entry.children?.some((child) => child.id === id)),
  );
}

function mustExist(state: SessionState, { id }: { readonly id: string }): Refusal {
  return hasCustomization(state, id)
    ? undefined
    : "The session doesn't have this customization any more. Look at its customizations again.";
}

const rules: Rules = {
  'session/titleChanged': (_state, { title }) =>
    title.trim() === '' ? 'A title needs at least one visible character.' : undefined,
  'session/activeClientSet': (_state, { activeClient }, sender) =>
    activeClient.clientId === sender.clientId
      ? refuseViewTools(activeClient.tools)
      : 'A client can only register itself. Use your own clientId.',
  'session/activeClientRemoved': (state, { clientId }, sender) => {
    if (clientId !== sender.clientId) return 'A client can only remove itself. Use your own clientId.';
    const present = state.activeClients.some((client) => client.clientId === clientId);
    return present ? undefined : 'This client is not active in the session.';
  },
  'session/workingDirectoryRemoved': (state, { directory }) =>
    state.workingDirectories?.includes(directory)
      ? undefined
      : 'The session does not have that working directory.',
  'session/workingDirectoryReplaced': (state, { directory }) =>
    state.workingDirectories?.includes(directory)
      ? undefined
      : 'The session does not have that working directory.',
  'session/customizationToggled': mustExist,
  'session/mcpServerStartRequested': mustExist,
  'session/mcpServerStopRequested': mustExist,
  'session/mcpServerBackgroundRequested': mustExist,
  'session/configChanged': ({ config }, change) =>
    config
      ? (refuseConfigChange(config, change) ?? refuseToolSettings(change.config))
      : 'This session has no settings to change.',
};

export function refuseSessionAction(state: SessionState, action: SessionAction, sender: Sender): Refusal {
  const rule = rules[action.type] as Rule<SessionAction['type']> | undefined;
  return rule?.(state, action as never, sender);
}
