import {
  resumableTurn,
  viewSpeakerOf,
  type ChatAction,
  type ChatInputRequest,
  type ChatState,
  type Message,
  type ToolCall,
  type ToolCallIn,
} from '@loggia/protocol';
import { refuseAnswer, refuseAnswers, refuseIncomplete, refuseOutOfBounds } from './input-answers.ts';
import type { Refusal, Sender } from './refusal.ts';

type Rule<Type extends ChatAction['type']> = (
  state: ChatState,
  action: Extract<ChatAction, { type: Type }>,
  sender: Sender,
) => Refusal;

type Rules = { readonly [Type in ChatAction['type']]?: Rule<Type> };

function refuseMessage(message: Message): Refusal {
  return message.origin.kind === 'user'
    ? undefined
    : 'A client speaks for its user: use the origin kind "user".';
}

export function findCall(
  state: ChatState,
  ref: { turnId: string; toolCallId: string },
): ToolCall | undefined {
  if (state.activeTurn?.id !== ref.turnId) return undefined;
  for (const part of state.activeTurn.responseParts) {
    if (part.kind === 'toolCall' && part.toolCall.toolCallId === ref.toolCallId) return part.toolCall;
  }
  return undefined;
}

function ownsCall(call: ToolCall | undefined, sender: Sender): boolean {
  return call?.contributor?.kind === 'client' && call.contributor.clientId === sender.clientId;
}

function openRequest(state: ChatState, requestId: string): ChatInputRequest | undefined {
  for (const part of state.activeTurn?.responseParts ?? []) {
    if (part.kind === 'inputRequest' && part.response === undefined && part.request.id === requestId)
      return part.request;
  }
  return undefined;
}

const noRequest = 'That question is not open any more.';

const rules: Rules = {
  'chat/turnStarted': (state, action) => {
    if (state.activeTurn) return 'A turn is running. Wait for it, cancel it, or queue the message.';
    if (state.turns.some((turn) => turn.id === action.turnId))
      return 'That turn id is taken. Choose a new one.';
    if (Number.isNaN(Date.parse(action.startedAt)))
      return 'startedAt must be a date such as 2026-01-31T12:00:00.000Z.';
    if (state.interactivity === 'read-only' || state.interactivity === 'hidden')
      return 'This chat takes no messages.';
    return refuseMessage(action.message);
  },
  'chat/turnCancelled': (state, { turnId }) => {
    if (!state.activeTurn) return 'No turn is running.';
    return state.activeTurn.id === turnId ? undefined : 'Another turn is running.';
  },
  'chat/turnResume': (state, { turnId }) => {
    if (state.activeTurn) return 'A turn is running already.';
    return resumableTurn(state)?.id === turnId
      ? undefined
      : 'Only a last turn that was interrupted can be resumed.';
  },
  'chat/truncated': (state, { turnId }) =>
    turnId === undefined || state.turns.some((turn) => turn.id === turnId)
      ? undefined
      : 'The chat has no such turn.',
  'chat/pendingMessageSet': (_state, { kind, message }) => {
    // The message would become part of a turn that the user started, with the user's permissions.
    if (kind === 'steering' && viewSpeakerOf(message))
      return "A View's message can't steer a running turn. Queue it instead.";
    return refuseMessage(message);
  },
  'chat/pendingMessageRemoved': (state, { kind, id }) => {
    const waits =
      kind === 'steering'
        ? state.steeringMessage?.id === id
        : (state.queuedMessages ?? []).some((entry) => entry.id === id);
    return waits ? undefined : 'That message is not waiting any more.';
  },
  'chat/draftChanged': (_state, { draft }) => (draft ? refuseMessage(draft) : undefined),
  'chat/workingDirectoryRemoved': (state, { directory }) =>
    state.workingDirectories?.includes(directory)
      ? undefined
      : 'The chat has no choice of folders with this one in it.',
  'chat/inputAnswerChanged': (state, { requestId, questionId, answer }) => {
    const request = openRequest(state, requestId);
    if (!request) return noRequest;
    const question = request.questions?.find((entry) => entry.id === questionId);
    return answer ? refuseAnswer(question, answer) : undefined;
  },
  'chat/inputCompleted': (state, { requestId, response, answers = {} }) => {
    const request = openRequest(state, requestId);
    if (!request) return noRequest;
    if (response !== 'accept') return undefined;
    return (
      refuseAnswers(request, answers) ??
      refuseIncomplete(request, answers) ??
      refuseOutOfBounds(request, answers)
    );
  },
  'chat/toolCallConfirmed': (state, action, sender) => {
    const call = findCall(state, action);
    if (call?.status === 'pending-confirmation') {
      const edits = action.approved && action.editedToolInput !== undefined;
      if (edits && !call.editable) return 'The input of this call cannot be edited.';
      return refuseOption(call, action);
    }
    // This is how a client says that it doesn't know the tool it was asked to run.
    const turnsDown = !action.approved && call?.status === 'running' && ownsCall(call, sender);
    return turnsDown ? undefined : 'The call does not wait for a confirmation.';
  },
  'chat/toolCallResultConfirmed': (state, action) =>
    findCall(state, action)?.status === 'pending-result-confirmation'
      ? undefined
      : 'The call does not wait for a confirmation of its result.',
  'chat/toolCallContentChanged': (state, action, sender) =>
    refuseForeignCall(findCall(state, action), sender),
  'chat/toolCallComplete': (state, action, sender) => refuseForeignCall(findCall(state, action), sender),
};

/** The chosen option must be one that was offered, and must agree with the action. */
function refuseOption(
  { options }: ToolCallIn<'pending-confirmation'>,
  { selectedOptionId, approved }: Extract<ChatAction, { type: 'chat/toolCallConfirmed' }>,
): Refusal {
  if (selectedOptionId === undefined) return undefined;
  const option = options?.find((candidate) => candidate.id === selectedOptionId);
  if (!option) return 'That option is not among those of the call.';
  if (option.kind === 'approve' || option.kind === 'deny') {
    const says = option.kind === 'approve';
    if (says !== approved) return `The option "${option.label}" doesn't match this decision.`;
  }
  return undefined;
}

function refuseForeignCall(call: ToolCall | undefined, sender: Sender): Refusal {
  if (!call) return 'There is no such call in the running turn.';
  if (!ownsCall(call, sender)) return 'Only the client that runs the call may report on it.';
  return call.status === 'running' ? undefined : 'The call is not running.';
}

export function refuseChatAction(state: ChatState, action: ChatAction, sender: Sender): Refusal {
  const rule = rules[action.type] as Rule<ChatAction['type']> | undefined;
  return rule?.(state, action as never, sender);
}
