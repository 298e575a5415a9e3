import type {
  ActionType,
  ChatAction,
  ChatState,
  ResponsePart,
  ToolCall,
  ToolCallStatus,
} from '@loggia/protocol';

const inTurn = ['turnId'] as const;
const textPart = ['turnId', 'partId'] as const;
const call = ['turnId', 'toolCallId'] as const;

/** The fields by which an action names its target. If one of them names nothing, nothing changes. */
export const addressedBy: Readonly<Partial<Record<ActionType, readonly string[]>>> = {
  'session/chatRemoved': ['chat'],
  'session/chatUpdated': ['chat'],
  'session/activeClientRemoved': ['clientId'],
  'session/workingDirectoryRemoved': ['directory'],
  'session/workingDirectoryReplaced': ['directory'],
  'session/inputNeededRemoved': ['id'],
  'session/customizationToggled': ['id'],
  'session/customizationRemoved': ['id'],
  'session/mcpServerStateChanged': ['id'],
  'session/mcpServerStartRequested': ['id'],
  'session/mcpServerStopRequested': ['id'],
  'session/mcpServerBackgroundRequested': ['id'],
  'chat/delta': textPart,
  'chat/responsePart': inTurn,
  'chat/reasoning': textPart,
  'chat/usage': inTurn,
  'chat/turnComplete': inTurn,
  'chat/turnCancelled': inTurn,
  'chat/error': inTurn,
  'chat/turnResume': inTurn,
  'chat/backgroundWorkRemoved': ['id'],
  'chat/workingDirectoryRemoved': ['directory'],
  'chat/truncated': inTurn,
  'chat/pendingMessageRemoved': ['id'],
  'chat/inputAnswerChanged': ['requestId'],
  'chat/inputCompleted': ['requestId'],
  'chat/toolCallStart': inTurn,
  'chat/toolCallDelta': call,
  'chat/toolCallReady': call,
  'chat/toolCallConfirmed': call,
  'chat/toolCallContentChanged': call,
  'chat/toolCallComplete': call,
  'chat/toolCallResultConfirmed': call,
  'chat/toolCallAuthRequired': call,
  'chat/toolCallAuthResolved': call,
  'annotations/updated': ['annotationId'],
  'annotations/removed': ['annotationId'],
  'annotations/entrySet': ['annotationId'],
  'annotations/entryRemoved': ['annotationId', 'entryId'],
  'terminal/commandFinished': ['commandId'],
  'changeset/fileRemoved': ['fileId'],
  'changeset/operationStatusChanged': ['operationId'],
};

const statusesFor: Readonly<Partial<Record<ChatAction['type'], readonly ToolCallStatus[]>>> = {
  'chat/toolCallDelta': ['streaming'],
  'chat/toolCallReady': ['streaming', 'running', 'pending-confirmation'],
  'chat/toolCallConfirmed': ['pending-confirmation'],
  'chat/toolCallContentChanged': ['running'],
  'chat/toolCallComplete': ['running', 'auth-required', 'pending-confirmation'],
  'chat/toolCallResultConfirmed': ['pending-result-confirmation'],
  'chat/toolCallAuthRequired': ['running'],
  'chat/toolCallAuthResolved': ['auth-required'],
};

/** The action with the names that it needs to change this state, as far as the state has them. */
export function aimed(state: ChatState, action: ChatAction): ChatAction {
  const turn = state.activeTurn;
  const parts = turn?.responseParts ?? [];
  if (
    action.type === 'chat/turnResume' ||
    (action.type === 'chat/truncated' && action.turnId !== undefined)
  ) {
    const last = state.turns.at(-1);
    return last ? { ...action, turnId: last.id } : action;
  }
  if ('requestId' in action) {
    const open = parts.findLast((part) => part.kind === 'inputRequest' && part.response === undefined);
    return open?.kind === 'inputRequest' ? { ...action, requestId: open.request.id } : action;
  }
  if (
    !('turnId' in action) ||
    action.type === 'chat/truncated' ||
    action.type === 'chat/turnStarted' ||
    !turn
  ) {
    return action;
  }
  const turnId = turn.id;
  if ('partId' in action) {
    const kind = action.type === 'chat/delta' ? 'markdown' : 'reasoning';
    const part = parts.findLast((candidate) => candidate.kind === kind);
    return { ...action, turnId, ...(part?.kind === kind && { partId: part.id }) };
  }
  const statuses = statusesFor[action.type];
  const fitting = newestCalls(parts).find(({ status }) => statuses?.includes(status));
  if ('toolCallId' in action && fitting) return { ...action, turnId, toolCallId: fitting.toolCallId };
  return { ...action, turnId };
}

/** If calls share an id, the last one counts. */
function newestCalls(parts: readonly ResponsePart[]): ToolCall[] {
  const calls = parts.flatMap((part) => (part.kind === 'toolCall' ? [part.toolCall] : []));
  return [...new Map(calls.map((one) => [one.toolCallId, one])).values()];
}
