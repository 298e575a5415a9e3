import { defined } from '../../common/objects.ts';
import type { Steps } from '../../define-actions.ts';
import type { ChatAction } from './actions.ts';
import type { ChatState, ResponsePart } from './state.ts';
import { appendPart, findPart, withPart, withTurnActivity } from './turns.ts';
import type { Contributor, ToolCall } from './tool-calls.ts';

type ToolCallAction = Extract<ChatAction, { type: `chat/toolCall${string}` }>;
type ToolCallPart = Extract<ResponsePart, { kind: 'toolCall' }>;
type CallRef = { turnId: string; toolCallId: string };

function changeCall(state: ChatState, ref: CallRef, change: (call: ToolCall) => ToolCall): ChatState {
  if (state.activeTurn?.id !== ref.turnId) return state;
  const found = findPart(
    state.activeTurn,
    (part): part is ToolCallPart => part.kind === 'toolCall' && part.toolCall.toolCallId === ref.toolCallId,
  );
  if (!found) return state;
  const toolCall = change(found.part.toolCall);
  if (toolCall === found.part.toolCall) return state;
  return withTurnActivity(withPart(state, found.turn, found.index, { ...found.part, toolCall }));
}

function identity(call: ToolCall, meta?: Record<string, unknown>) {
  const { toolCallId, toolName, displayName, intention, contributor } = call;
  return { toolCallId, toolName, displayName, intention, contributor, _meta: meta ?? call._meta };
}

function described(call: Exclude<ToolCall, { status: 'streaming' }>, meta?: Record<string, unknown>) {
  return { ...identity(call, meta), invocationMessage: call.invocationMessage, toolInput: call.toolInput };
}

/** The owner of a call is fixed when it starts: a client neither gains nor loses it later. */
function refinedContributor(call: ToolCall, offered: Contributor | undefined): Contributor | undefined {
  const owned = call.contributor?.kind === 'client' || offered?.kind === 'client';
  return owned ? call.contributor : (offered ?? call.contributor);
}

/** A part that was unfinished when its turn ended. */
export function cancelUnfinished(part: ResponsePart): ResponsePart {
  if (part.kind !== 'toolCall') return part;
  const call = part.toolCall;
  if (call.status === 'completed' || call.status === 'cancelled') return part;
  const facts =
    call.status === 'streaming'
      ? { ...identity(call), invocationMessage: call.invocationMessage ?? '' }
      : described(call);
  return { ...part, toolCall: defined({ status: 'cancelled', ...facts, reason: 'skipped' }) };
}

export const toolCallSteps: Steps<ChatState, ToolCallAction> = {
  'chat/toolCallStart': (state, action) => {
    const { toolCallId, toolName, displayName, intention, contributor, _meta } = action;
    const facts = { toolCallId, toolName, displayName, intention, contributor, _meta };
    return appendPart(state, action.turnId, {
      kind: 'toolCall',
      toolCall: defined({ status: 'streaming', ...facts }),
    });
  },

  'chat/toolCallDelta': (state, action) =>
    changeCall(state, action, (call) => {
      if (call.status !== 'streaming') return call;
      return defined({
        ...call,
        _meta: action._meta ?? call._meta,
        partialInput:
          action.content === undefined ? call.partialInput : (call.partialInput ?? '') + action.content,
        invocationMessage: action.invocationMessage ?? call.invocationMessage,
      });
    }),

  'chat/toolCallReady': (state, action) =>
    changeCall(state, action, (call) => {
      if (
        call.status !== 'streaming' &&
        call.status !== 'running' &&
        call.status !== 'pending-confirmation'
      ) {
        return call;
      }
      const facts = {
        ...identity(call, action._meta),
        contributor: refinedContributor(call, action.contributor),
        intention: action.intention ?? call.intention,
        invocationMessage: action.invocationMessage,
        toolInput: action.toolInput ?? (call.status === 'streaming' ? undefined : call.toolInput),
      };
      if (action.confirmed) return defined({ status: 'running', ...facts, confirmed: action.confirmed });
      const earlier = call.status === 'pending-confirmation' ? call : undefined;
      return defined({
        status: 'pending-confirmation',
        ...facts,
        confirmationTitle: action.confirmationTitle ?? earlier?.confirmationTitle,
        riskAssessment: action.riskAssessment ?? earlier?.riskAssessment,
        edits: action.edits ?? earlier?.edits,
        editable: action.editable ?? earlier?.editable,
        options: action.options ?? earlier?.options,
      });
    }),

  'chat/toolCallConfirmed': (state, action) =>
    changeCall(state, action, (call) => {
      if (call.status !== 'pending-confirmation') return call;
      const facts = described(call, action._meta);
      const selectedOption = call.options?.find((option) => option.id === action.selectedOptionId);
      if (!action.approved) {
        const { reasonMessage, userSuggestion } = action;
        const reason = action.reason ?? 'denied';
        return defined({
          status: 'cancelled',
          ...facts,
          reason,
          reasonMessage,
          userSuggestion,
          selectedOption,
        });
      }
      // A reference stays: the host updates its target before it echoes the confirmation.
      const edited = typeof call.toolInput === 'string' ? action.editedToolInput : undefined;
      const toolInput = edited ?? call.toolInput;
      const confirmed = action.confirmed ?? 'user-action';
      return defined({ status: 'running', ...facts, toolInput, confirmed, selectedOption });
    }),

  'chat/toolCallContentChanged': (state, action) =>
    changeCall(state, action, (call) => {
      if (call.status !== 'running') return call;
      return defined({ ...call, _meta: action._meta ?? call._meta, content: action.content });
    }),

  'chat/toolCallComplete': (state, action) =>
    changeCall(state, action, (call) => {
      const facts =
        call.status === 'running' || call.status === 'auth-required' || call.status === 'pending-confirmation'
          ? described(call, action._meta)
          : undefined;
      if (!facts) return call;
      if (call.status === 'pending-confirmation') {
        const status = action.requiresResultConfirmation ? 'pending-result-confirmation' : 'completed';
        return defined({ status, ...facts, confirmed: 'not-needed', ...action.result });
      }
      if (call.status === 'auth-required') {
        // Nothing has run since the challenge, so only a failure can end the call here.
        if (action.result.success) return call;
        const { confirmed, selectedOption, content } = call;
        return defined({
          status: 'completed',
          ...facts,
          confirmed,
          selectedOption,
          content,
          ...action.result,
        });
      }
      if (call.status !== 'running') return call;
      const status = action.requiresResultConfirmation ? 'pending-result-confirmation' : 'completed';
      const { confirmed, selectedOption } = call;
      return defined({ status, ...facts, confirmed, selectedOption, ...action.result });
    }),

  'chat/toolCallResultConfirmed': (state, action) =>
    changeCall(state, action, (call) => {
      if (call.status !== 'pending-result-confirmation') return call;
      const facts = described(call, action._meta);
      const { selectedOption, confirmed, success, pastTenseMessage, content, structuredContent, error } =
        call;
      if (!action.approved)
        return defined({ status: 'cancelled', ...facts, reason: 'result-denied', selectedOption });
      const result = { success, pastTenseMessage, content, structuredContent, error };
      return defined({ status: 'completed', ...facts, confirmed, selectedOption, ...result });
    }),

  'chat/toolCallAuthRequired': (state, action) =>
    changeCall(state, action, (call) => {
      if (call.status !== 'running' || call.contributor?.kind !== 'mcp') return call;
      const { confirmed, selectedOption, content } = call;
      const facts = described(call, action._meta);
      return defined({
        status: 'auth-required',
        ...facts,
        confirmed,
        selectedOption,
        content,
        auth: action.auth,
      });
    }),

  'chat/toolCallAuthResolved': (state, action) =>
    changeCall(state, action, (call) => {
      if (call.status !== 'auth-required') return call;
      const { confirmed, selectedOption, content } = call;
      return defined({
        status: 'running',
        ...described(call, action._meta),
        confirmed,
        selectedOption,
        content,
      });
    }),
};
