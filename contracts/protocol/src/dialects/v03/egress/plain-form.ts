import type { StateAction } from '../../../actions.ts';
import type { ChatAction } from '../../../channels/chat/actions.ts';
import type { SessionAction } from '../../../channels/session/actions.ts';
import type { V03Action } from '../actions.ts';
import {
  isEnabled,
  projectActiveClient,
  projectCustomization,
  projectServerState,
} from './project-customizations.ts';
import { projectMessage } from './project-message.ts';
import { projectContents, projectInput, projectResult } from './project-tool-call.ts';
import { projectPart } from './project-turn.ts';
import { say } from './say.ts';
import { withoutSticky } from '../sticky.ts';
import type { Inline } from '../view.ts';

type PlainForms<Action extends { type: string }> = {
  readonly [Type in Action['type']]: (
    action: Extract<Action, { type: Type }>,
    inline?: Inline,
  ) => V03Action | undefined;
};

const unsaid = () => undefined;

const sessionForms: PlainForms<SessionAction> = {
  'session/ready': () => say('session/ready', {}),
  'session/creationFailed': ({ error }) => say('session/creationFailed', { error }),
  'session/chatAdded': unsaid,
  'session/chatRemoved': unsaid,
  'session/chatUpdated': unsaid,
  'session/chatsReordered': unsaid,
  'session/defaultChatChanged': unsaid,
  'session/titleChanged': ({ title }) => say('session/titleChanged', { title }),
  'session/isReadChanged': ({ isRead }) => say('session/isReadChanged', { isRead }),
  'session/isArchivedChanged': ({ isArchived }) => say('session/isArchivedChanged', { isArchived }),
  'session/activityChanged': ({ activity }) => say('session/activityChanged', { activity }),
  'session/changesetsChanged': ({ changesets }) => say('session/changesetsChanged', { changesets }),
  'session/serverToolsChanged': ({ tools }) => say('session/serverToolsChanged', { tools }),
  'session/activeClientSet': ({ activeClient }) =>
    say('session/activeClientChanged', { activeClient: projectActiveClient(activeClient) }),
  'session/activeClientRemoved': () => say('session/activeClientChanged', { activeClient: null }),
  'session/workingDirectorySet': unsaid,
  'session/workingDirectoryRemoved': unsaid,
  'session/workingDirectoryReplaced': unsaid,
  'session/inputNeededSet': unsaid,
  'session/inputNeededRemoved': unsaid,
  'session/customizationsChanged': ({ customizations }) =>
    say('session/customizationsChanged', { customizations: customizations.map(projectCustomization) }),
  'session/customizationToggled': ({ id, enablement }) =>
    say('session/customizationToggled', { id, enabled: isEnabled(enablement) }),
  'session/customizationUpdated': ({ customization }) =>
    say('session/customizationUpdated', { customization: projectCustomization(customization) }),
  'session/customizationRemoved': ({ id }) => say('session/customizationRemoved', { id }),
  'session/mcpServerStateChanged': ({ id, state, channel }) =>
    say('session/mcpServerStateChanged', { id, state: projectServerState(state), channel }),
  'session/mcpServerStartRequested': ({ id }) =>
    say('session/mcpServerStateChanged', { id, state: { kind: 'starting' } }),
  'session/mcpServerStopRequested': ({ id }) =>
    say('session/mcpServerStateChanged', { id, state: { kind: 'stopped' } }),
  'session/mcpServerBackgroundRequested': unsaid,
  'session/configChanged': ({ config, replace }) => say('session/configChanged', { config, replace }),
  'session/metaChanged': ({ _meta }) => say('session/metaChanged', { _meta: withoutSticky(_meta) }),
};

const chatForms: PlainForms<ChatAction> = {
  'chat/turnStarted': ({ turnId, message, queuedMessageId }) =>
    say('session/turnStarted', { turnId, message: projectMessage(message), queuedMessageId }),
  'chat/delta': ({ turnId, partId, content }) => say('session/delta', { turnId, partId, content }),
  'chat/reasoning': ({ turnId, partId, content }) => say('session/reasoning', { turnId, partId, content }),
  'chat/responsePart': ({ turnId, part }, inline) => {
    const shown = projectPart(part, inline);
    if (shown) return say('session/responsePart', { turnId, part: shown });
    const open = part.kind === 'inputRequest' && part.response === undefined;
    return open ? say('session/inputRequested', { request: part.request }) : undefined;
  },
  'chat/usage': ({ turnId, usage }) => say('session/usage', { turnId, usage }),
  'chat/turnComplete': ({ turnId }) => say('session/turnComplete', { turnId }),
  'chat/turnCancelled': ({ turnId }) => say('session/turnCancelled', { turnId }),
  'chat/error': ({ turnId, part }) => say('session/error', { turnId, error: part.error }),
  'chat/turnResume': unsaid,
  'chat/activityChanged': unsaid,
  'chat/backgroundWorkSet': unsaid,
  'chat/backgroundWorkRemoved': unsaid,
  'chat/movableChanged': unsaid,
  'chat/changesetsChanged': unsaid,
  'chat/canvasesChanged': unsaid,
  'chat/workingDirectorySet': unsaid,
  'chat/workingDirectoryRemoved': unsaid,
  'chat/truncated': ({ turnId }) => say('session/truncated', { turnId }),
  'chat/turnsLoaded': unsaid,
  'chat/pendingMessageSet': ({ kind, id, message }) =>
    say('session/pendingMessageSet', { kind, id, message: projectMessage(message) }),
  'chat/pendingMessageRemoved': ({ kind, id }) => say('session/pendingMessageRemoved', { kind, id }),
  'chat/queuedMessagesReordered': ({ order }) => say('session/queuedMessagesReordered', { order }),
  'chat/draftChanged': unsaid,
  'chat/isReadChanged': unsaid,
  'chat/isArchivedChanged': unsaid,
  'chat/inputRequested': ({ request }) => say('session/inputRequested', { request }),
  'chat/inputAnswerChanged': ({ requestId, questionId, answer }) =>
    say('session/inputAnswerChanged', { requestId, questionId, answer }),
  'chat/inputCompleted': ({ requestId, response, answers }) =>
    say('session/inputCompleted', { requestId, response, answers }),
  'chat/toolCallStart': ({ turnId, toolCallId, toolName, displayName, contributor, _meta }) => {
    const toolClientId = contributor?.kind === 'client' ? contributor.clientId : undefined;
    const facts = { turnId, toolCallId, toolName, displayName, contributor, toolClientId, _meta };
    return say('session/toolCallStart', facts);
  },
  'chat/toolCallDelta': ({ turnId, toolCallId, content = '', invocationMessage, _meta }) =>
    say('session/toolCallDelta', { turnId, toolCallId, content, invocationMessage, _meta }),
  'chat/toolCallReady': (action, inline) => {
    const { turnId, toolCallId, invocationMessage, confirmed, _meta } = action;
    const { confirmationTitle, edits, editable, options } = action;
    const toolInput = projectInput(action.toolInput, inline);
    const question = { confirmationTitle, edits, editable, options };
    const facts = { turnId, toolCallId, invocationMessage, toolInput, confirmed, ...question, _meta };
    return say('session/toolCallReady', facts);
  },
  'chat/toolCallConfirmed': (action) => {
    const { turnId, toolCallId, approved, selectedOptionId, _meta } = action;
    const { confirmed = 'user-action', editedToolInput, reason = 'denied', reasonMessage } = action;
    const userSuggestion = action.userSuggestion && projectMessage(action.userSuggestion);
    const answer = approved ? { confirmed, editedToolInput } : { reason, reasonMessage, userSuggestion };
    return say('session/toolCallConfirmed', {
      turnId,
      toolCallId,
      approved,
      ...answer,
      selectedOptionId,
      _meta,
    });
  },
  'chat/toolCallContentChanged': ({ turnId, toolCallId, content, _meta }) =>
    say('session/toolCallContentChanged', { turnId, toolCallId, content: projectContents(content), _meta }),
  'chat/toolCallComplete': ({ turnId, toolCallId, result, requiresResultConfirmation, _meta }) => {
    const facts = { turnId, toolCallId, result: projectResult(result), requiresResultConfirmation, _meta };
    return say('session/toolCallComplete', facts);
  },
  'chat/toolCallResultConfirmed': ({ turnId, toolCallId, approved, _meta }) =>
    say('session/toolCallResultConfirmed', { turnId, toolCallId, approved, _meta }),
  'chat/toolCallAuthRequired': unsaid,
  'chat/toolCallAuthResolved': unsaid,
};

const byType = new Map(Object.entries({ ...sessionForms, ...chatForms })) as unknown as ReadonlyMap<
  string,
  (action: StateAction, inline?: Inline) => V03Action | undefined
>;

/**
 * The action under its 0.3 name, whatever it changes; undefined if 0.3 has no equivalent. It is also the answer to the
 * sender of an action that changed nothing.
 */
export function plainForm(action: StateAction, inline?: Inline): V03Action | undefined {
  return byType.get(action.type)?.(action, inline);
}
