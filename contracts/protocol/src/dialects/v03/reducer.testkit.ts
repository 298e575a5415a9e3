import { hasStatus, Status, withActivity, withFlag } from '../../common/status.ts';
import { reducerOf } from '../../define-actions.ts';
import type { V03Action } from './actions.ts';
import type { V03Customization, V03McpServer } from './customizations.ts';
import type { V03ResponsePart, V03SessionState, V03Turn } from './state.ts';
import type { V03ToolCall } from './tool-calls.ts';

/**
 * A 0.3 client for tests: it folds the actions it is sent. It shares no code with the projection, and keeps the
 * peculiarities of the reducers of that time.
 */

type State = V03SessionState;
type Summary = State['summary'];

/** 0.3 reducers read a clock here. */
function touched(state: State, summary: Partial<Summary> = {}): State {
  return { ...state, summary: { ...state.summary, ...summary, modifiedAt: state.summary.modifiedAt + 1 } };
}

function awaitsUser(part: V03ResponsePart): boolean {
  return part.kind === 'toolCall' && /^pending-(result-)?confirmation$/.test(part.toolCall.status);
}

function statusOf(state: State): Status {
  const parts = state.activeTurn?.responseParts ?? [];
  const waiting = (state.inputRequests ?? []).length > 0 || parts.some(awaitsUser);
  const turning = state.activeTurn ? Status.inProgress : Status.idle;
  return withActivity(state.summary.status, waiting ? Status.inputNeeded : turning);
}

function refreshed(state: State): State {
  return { ...state, summary: { ...state.summary, status: statusOf(state) } };
}

function unread(state: State): State {
  const { status } = refreshed(state).summary;
  return touched(state, { status: withFlag(status, Status.isRead, false) });
}

function withParts(
  state: State,
  turnId: string,
  change: (parts: V03ResponsePart[]) => V03ResponsePart[],
): State {
  if (state.activeTurn?.id !== turnId) return state;
  const { activeTurn } = state;
  return { ...state, activeTurn: { ...activeTurn, responseParts: change(activeTurn.responseParts) } };
}

function identifies(part: V03ResponsePart, id: string): boolean {
  return part.kind === 'toolCall' ? part.toolCall.toolCallId === id : 'id' in part && part.id === id;
}

/** The first part with the id gets the text, if its kind fits. */
function withText(
  state: State,
  kind: 'markdown' | 'reasoning',
  { turnId, partId, content }: { turnId: string; partId: string; content: string },
): State {
  return withParts(state, turnId, (parts) => {
    const index = parts.findIndex((part) => identifies(part, partId));
    return parts.map((part, at) =>
      at === index && part.kind === kind ? { ...part, content: part.content + content } : part,
    );
  });
}

/** Every call with the id changes, and `_meta` stays as it was at the start. */
function withCall(
  state: State,
  ref: { turnId: string; toolCallId: string },
  move: (call: V03ToolCall, base: Omit<V03ToolCall, 'status'>) => V03ToolCall,
): State {
  return withParts(state, ref.turnId, (parts) =>
    parts.map((part) => {
      if (part.kind !== 'toolCall' || part.toolCall.toolCallId !== ref.toolCallId) return part;
      const { toolCallId, toolName, displayName, contributor, _meta } = part.toolCall;
      return {
        ...part,
        toolCall: move(part.toolCall, { toolCallId, toolName, displayName, contributor, _meta }),
      };
    }),
  );
}

function skipped(part: V03ResponsePart): V03ResponsePart {
  if (part.kind !== 'toolCall') return part;
  const { toolCall } = part;
  if (toolCall.status === 'completed' || toolCall.status === 'cancelled') return part;
  const { toolCallId, toolName, displayName, contributor, _meta } = toolCall;
  const base = { toolCallId, toolName, displayName, contributor, _meta };
  const streaming = toolCall.status === 'streaming';
  const invocationMessage = toolCall.invocationMessage ?? '';
  const toolInput = streaming ? undefined : toolCall.toolInput;
  return {
    ...part,
    toolCall: { status: 'cancelled', ...base, invocationMessage, toolInput, reason: 'skipped' },
  };
}

function ended(state: State, turnId: string, outcome: Pick<V03Turn, 'state' | 'error'>): State {
  const { activeTurn, inputRequests: _gone, ...rest } = state;
  if (activeTurn?.id !== turnId) return state;
  const { id, message, usage } = activeTurn;
  const turn: V03Turn = {
    id,
    message,
    responseParts: activeTurn.responseParts.map(skipped),
    usage,
    ...outcome,
  };
  const next = refreshed(touched({ ...rest, turns: [...state.turns, turn] }));
  if (outcome.state !== 'error') return next;
  return touched(next, { status: withActivity(next.summary.status, Status.error) });
}

function withoutPending(state: State, id: string): State {
  const queue = state.queuedMessages?.filter((message) => message.id !== id);
  const steering = state.steeringMessage?.id === id ? undefined : state.steeringMessage;
  return { ...state, steeringMessage: steering, queuedMessages: queue?.length ? queue : undefined };
}

function withServer(state: State, id: string, change: (server: V03McpServer) => V03McpServer): State {
  const top = state.customizations?.some((entry) => entry.id === id);
  const customizations = state.customizations?.map((entry): V03Customization => {
    if (entry.type === 'mcpServer') return entry.id === id ? change(entry) : entry;
    if (top || !entry.children) return entry;
    const children = entry.children.map((child) =>
      child.id === id && child.type === 'mcpServer' ? change(child as V03McpServer) : child,
    );
    return { ...entry, children };
  });
  return { ...state, customizations };
}

export const reduceV03 = reducerOf<State, V03Action>({
  'session/ready': (state) => ({ ...state, lifecycle: 'ready' }),
  'session/creationFailed': (state, { error }) => ({
    ...state,
    lifecycle: 'creationFailed',
    creationError: error,
  }),

  'session/turnStarted': (state, { turnId, message, queuedMessageId }) => {
    const started = unread({ ...state, activeTurn: { id: turnId, message, responseParts: [] } });
    return queuedMessageId ? withoutPending(started, queuedMessageId) : started;
  },
  'session/delta': (state, action) => withText(state, 'markdown', action),
  'session/reasoning': (state, action) => withText(state, 'reasoning', action),
  'session/responsePart': (state, { turnId, part }) => withParts(state, turnId, (parts) => [...parts, part]),
  'session/usage': (state, { turnId, usage }) =>
    state.activeTurn?.id === turnId ? { ...state, activeTurn: { ...state.activeTurn, usage } } : state,
  'session/turnComplete': (state, { turnId }) => ended(state, turnId, { state: 'complete' }),
  'session/turnCancelled': (state, { turnId }) => ended(state, turnId, { state: 'cancelled' }),
  'session/error': (state, { turnId, error }) => ended(state, turnId, { state: 'error', error }),
  'session/truncated': (state, { turnId }) => {
    const index = state.turns.findIndex((turn) => turn.id === turnId);
    if (turnId !== undefined && index < 0) return state;
    const { activeTurn: _turn, inputRequests: _requests, ...rest } = state;
    return refreshed(touched({ ...rest, turns: state.turns.slice(0, index + 1) }));
  },

  'session/toolCallStart': (state, action) => {
    const { turnId, toolCallId, toolName, displayName, contributor, _meta } = action;
    const toolCall = { status: 'streaming' as const, toolCallId, toolName, displayName, contributor, _meta };
    return withParts(state, turnId, (parts) => [...parts, { kind: 'toolCall', toolCall }]);
  },
  'session/toolCallDelta': (state, action) =>
    withCall(state, action, (call) => {
      if (call.status !== 'streaming') return call;
      const invocationMessage = action.invocationMessage ?? call.invocationMessage;
      return { ...call, partialInput: (call.partialInput ?? '') + action.content, invocationMessage };
    }),
  'session/toolCallReady': (state, action) =>
    refreshed(
      withCall(state, action, (call, base) => {
        if (call.status !== 'streaming' && call.status !== 'running') return call;
        const { invocationMessage, toolInput, confirmed } = action;
        if (confirmed) return { status: 'running', ...base, invocationMessage, toolInput, confirmed };
        const { confirmationTitle, edits, editable, options } = action;
        const question = { confirmationTitle, edits, editable, options };
        return { status: 'pending-confirmation', ...base, invocationMessage, toolInput, ...question };
      }),
    ),
  'session/toolCallConfirmed': (state, action) =>
    refreshed(
      withCall(state, action, (call, base) => {
        if (call.status !== 'pending-confirmation') return call;
        const { invocationMessage } = call;
        const selectedOption = call.options?.find(({ id }) => id === action.selectedOptionId);
        if (action.approved) {
          const { confirmed = 'missing', editedToolInput: toolInput = call.toolInput } = action;
          return { status: 'running', ...base, invocationMessage, toolInput, confirmed, selectedOption };
        }
        const { reason = 'missing', reasonMessage, userSuggestion } = action;
        const denial = { reason, reasonMessage, userSuggestion, selectedOption };
        return { status: 'cancelled', ...base, invocationMessage, toolInput: call.toolInput, ...denial };
      }),
    ),
  'session/toolCallContentChanged': (state, action) =>
    withCall(state, action, (call) =>
      call.status === 'running' ? { ...call, content: action.content } : call,
    ),
  'session/toolCallComplete': (state, action) =>
    refreshed(
      withCall(state, action, (call, base) => {
        if (call.status !== 'running' && call.status !== 'pending-confirmation') return call;
        const { invocationMessage, toolInput } = call;
        const confirmed = call.status === 'running' ? call.confirmed : 'not-needed';
        const selectedOption = call.status === 'running' ? call.selectedOption : undefined;
        const facts = { ...base, invocationMessage, toolInput, confirmed, selectedOption };
        const status = action.requiresResultConfirmation ? 'pending-result-confirmation' : 'completed';
        return { status, ...facts, ...action.result };
      }),
    ),
  'session/toolCallResultConfirmed': (state, action) =>
    refreshed(
      withCall(state, action, (call, base) => {
        if (call.status !== 'pending-result-confirmation') return call;
        if (action.approved) return { ...call, status: 'completed' };
        const { invocationMessage, toolInput, selectedOption } = call;
        return {
          status: 'cancelled',
          ...base,
          invocationMessage,
          toolInput,
          selectedOption,
          reason: 'result-denied',
        };
      }),
    ),

  'session/inputRequested': (state, { request }) => {
    const list = state.inputRequests ?? [];
    const old = list.find(({ id }) => id === request.id);
    const next = { ...request, answers: request.answers ?? old?.answers };
    const inputRequests = old ? list.map((entry) => (entry === old ? next : entry)) : [...list, next];
    return unread({ ...state, inputRequests });
  },
  'session/inputAnswerChanged': (state, { requestId, questionId, answer }) => {
    const old = state.inputRequests?.find(({ id }) => id === requestId);
    if (!old) return state;
    const { [questionId]: _dropped, ...others } = old.answers ?? {};
    const answers = answer === undefined ? others : { ...others, [questionId]: answer };
    const next = { ...old, answers: Object.keys(answers).length > 0 ? answers : undefined };
    return touched({
      ...state,
      inputRequests: state.inputRequests?.map((entry) => (entry === old ? next : entry)),
    });
  },
  'session/inputCompleted': (state, { requestId }) => {
    const left = state.inputRequests?.filter(({ id }) => id !== requestId);
    if (left?.length === state.inputRequests?.length) return state;
    return refreshed(touched({ ...state, inputRequests: left?.length ? left : undefined }));
  },

  'session/pendingMessageSet': (state, { kind, id, message }) => {
    if (kind === 'steering') return { ...state, steeringMessage: { id, message } };
    const queue = state.queuedMessages ?? [];
    const known = queue.some((entry) => entry.id === id);
    const queuedMessages = known
      ? queue.map((entry) => (entry.id === id ? { id, message } : entry))
      : [...queue, { id, message }];
    return { ...state, queuedMessages };
  },
  'session/pendingMessageRemoved': (state, { kind, id }) => {
    const next = withoutPending(state, id);
    return kind === 'steering'
      ? { ...state, steeringMessage: next.steeringMessage }
      : { ...state, queuedMessages: next.queuedMessages };
  },
  'session/queuedMessagesReordered': (state, { order }) => {
    const queue = state.queuedMessages;
    if (!queue) return state;
    const rank = (id: string) => (order.includes(id) ? order.indexOf(id) : order.length);
    return { ...state, queuedMessages: queue.toSorted((a, b) => rank(a.id) - rank(b.id)) };
  },

  'session/titleChanged': (state, { title }) => touched(state, { title }),
  'session/isReadChanged': (state, { isRead }) =>
    hasStatus(state.summary.status, Status.isRead) === isRead
      ? state
      : {
          ...state,
          summary: { ...state.summary, status: withFlag(state.summary.status, Status.isRead, isRead) },
        },
  'session/isArchivedChanged': (state, { isArchived }) => {
    const status = withFlag(state.summary.status, Status.isArchived, isArchived);
    return { ...state, summary: { ...state.summary, status } };
  },
  'session/activityChanged': (state, { activity }) => ({ ...state, summary: { ...state.summary, activity } }),
  'session/modelChanged': (state, { model }) => touched(state, { model }),
  'session/agentChanged': (state, { agent }) => touched(state, { agent }),
  'session/configChanged': (state, { config, replace }) => {
    if (!state.config) return state;
    const values = replace ? config : { ...state.config.values, ...config };
    return touched({ ...state, config: { ...state.config, values } });
  },
  'session/metaChanged': (state, { _meta }) => ({ ...state, _meta }),
  'session/serverToolsChanged': (state, { tools }) => ({ ...state, serverTools: tools }),
  'session/changesetsChanged': (state, { changesets }) => ({ ...state, changesets }),

  'session/activeClientChanged': (state, { activeClient }) => ({
    ...state,
    activeClient: activeClient ?? undefined,
  }),
  'session/activeClientToolsChanged': (state, { tools }) =>
    state.activeClient ? { ...state, activeClient: { ...state.activeClient, tools } } : state,

  'session/customizationsChanged': (state, { customizations }) => ({ ...state, customizations }),
  'session/customizationToggled': (state, { id, enabled }) => ({
    ...state,
    customizations: state.customizations?.map((entry) => (entry.id === id ? { ...entry, enabled } : entry)),
  }),
  'session/customizationUpdated': (state, { customization }) => {
    const list = state.customizations ?? [];
    const known = list.some((entry) => entry.id === customization.id);
    const customizations = known
      ? list.map((entry) => (entry.id === customization.id ? customization : entry))
      : [...list, customization];
    return { ...state, customizations };
  },
  'session/customizationRemoved': (state, { id }) => {
    const list = state.customizations;
    if (!list) return state;
    if (list.some((entry) => entry.id === id)) {
      return { ...state, customizations: list.filter((entry) => entry.id !== id) };
    }
    const customizations = list.map((entry): V03Customization => {
      if (entry.type === 'mcpServer' || !entry.children) return entry;
      return { ...entry, children: entry.children.filter((child) => child.id !== id) };
    });
    return { ...state, customizations };
  },
  'session/mcpServerStateChanged': (state, { id, state: server, channel }) =>
    withServer(state, id, (entry) => ({ ...entry, state: server, channel })),
});
