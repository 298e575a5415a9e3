import {
  Status,
  type ActiveTurn,
  type ChatAction,
  type ChatState,
  type ResponsePart,
  type ToolCallStatus,
} from '@loggia/protocol';
import * as fc from 'fast-check';
import { actionArbitraries, type ActionArbitraries } from './action-arbitraries.ts';
import {
  answer,
  answers,
  auth,
  confirmation,
  confirmed,
  content,
  contributor,
  duration,
  errorPart,
  flag,
  flags,
  invocation,
  message,
  meta,
  nameOf,
  object,
  request,
  response,
  text,
  timestamp,
  toolCall,
  toolInput,
  toolResult,
  turns,
  usage,
} from './values.ts';

const part: fc.Arbitrary<ResponsePart> = fc.oneof(
  object({ kind: fc.constantFrom('markdown', 'reasoning'), id: nameOf('part'), content: text }),
  object({ kind: fc.constant('contentRef'), uri: fc.constant('ahp-content:/1') }),
  object({ kind: fc.constant('systemNotification'), content: invocation }),
  object({ kind: fc.constant('toolCall'), toolCall }),
  object({ kind: fc.constant('inputRequest'), request }, { response }),
  errorPart,
);
const pending = { id: nameOf('pending'), message };
const queue = fc.uniqueArray(object(pending), { selector: ({ id }) => id, minLength: 1, maxLength: 3 });
const started = { id: nameOf('work'), label: text, startedAt: timestamp };
const work = fc.oneof(
  object(
    { kind: fc.constant('shell'), ...started, command: text },
    { terminal: fc.constant('ahp-terminal:/1') },
  ),
  object({ kind: fc.constant('subagent'), ...started, chat: nameOf('chat') }),
);
const changesets = fc.array(
  fc.constant({ label: 'All', uriTemplate: 'ahp-changeset:/all', changeKind: 'session' }),
  {
    maxLength: 1,
  },
);
const canvases = fc.array(fc.constant({ resource: 'ahp-canvas:/1' }), { maxLength: 1 });

const activeTurn: fc.Arbitrary<ActiveTurn> = object(
  {
    id: nameOf('turn'),
    startedAt: timestamp,
    message,
    responseParts: fc.array(part, { minLength: 1, maxLength: 6 }),
  },
  { usage },
);

/** Whether the turn is blocked until somebody answers a question, confirms something or signs in. */
export function waitsForAnswer(turn: ActiveTurn): boolean {
  const held: ToolCallStatus[] = ['pending-confirmation', 'pending-result-confirmation', 'auth-required'];
  return turn.responseParts.some((candidate) => {
    if (candidate.kind === 'toolCall') return held.includes(candidate.toolCall.status);
    return candidate.kind === 'inputRequest' && candidate.response === undefined;
  });
}

function activityOf(state: Pick<ChatState, 'activeTurn' | 'turns'>): number {
  if (state.activeTurn) return waitsForAnswer(state.activeTurn) ? Status.inputNeeded : Status.inProgress;
  return state.turns.at(-1)?.state === 'error' ? Status.error : Status.idle;
}

/** Each with a matching status. */
export const chatStates: fc.Arbitrary<ChatState> = fc
  .tuple(
    object(
      { resource: fc.constant('ahp-chat:/a'), title: text, modifiedAt: timestamp, turns },
      {
        activeTurn,
        steeringMessage: object(pending),
        queuedMessages: queue,
        draft: message,
        turnsNextCursor: text,
        changesets,
        backgroundWork: fc.uniqueArray(work, { selector: ({ id }) => id, maxLength: 2 }),
        workingDirectories: fc.uniqueArray(nameOf('directory'), { maxLength: 2 }),
        _meta: meta,
      },
    ),
    flags,
  )
  .map(([state, others]) => ({ ...state, status: activityOf(state) + others }));

const inTurn = { turnId: nameOf('turn') };
const call = { ...inTurn, toolCallId: nameOf('call') };
const someMeta = { _meta: meta };
const textPart = { ...inTurn, partId: nameOf('part'), content: text };

export const chatActions: ActionArbitraries<ChatAction> = actionArbitraries({
  'chat/turnStarted': object(
    { ...inTurn, startedAt: timestamp, message },
    { queuedMessageId: nameOf('pending') },
  ),
  'chat/delta': object({ ...textPart }),
  'chat/responsePart': object({ ...inTurn, part }),
  'chat/reasoning': object({ ...textPart }),
  'chat/usage': object({ ...inTurn, usage }),
  'chat/turnComplete': object({ ...inTurn, duration }),
  'chat/turnCancelled': object({ ...inTurn, duration }),
  'chat/error': object({ ...inTurn, duration, part: errorPart }),
  'chat/turnResume': object({ ...inTurn }),
  'chat/activityChanged': object({}, { activity: text }),
  'chat/backgroundWorkSet': object({ work }),
  'chat/backgroundWorkRemoved': object({
    id: nameOf('work'),
  }),
  'chat/movableChanged': object({ movable: flag }),
  'chat/changesetsChanged': object({}, { changesets }),
  'chat/canvasesChanged': object({}, { canvases }),
  'chat/workingDirectorySet': object({
    directory: nameOf('directory'),
  }),
  'chat/workingDirectoryRemoved': object({
    directory: nameOf('directory'),
  }),
  'chat/truncated': object({}, inTurn),
  'chat/turnsLoaded': object({ turns }, { turnsNextCursor: text }),
  'chat/pendingMessageSet': object({
    kind: fc.constantFrom('steering', 'queued'),
    ...pending,
  }),
  'chat/pendingMessageRemoved': object({
    kind: fc.constantFrom('steering', 'queued'),
    id: nameOf('pending'),
  }),
  'chat/queuedMessagesReordered': object({
    order: fc.array(nameOf('pending'), { maxLength: 4 }),
  }),
  'chat/draftChanged': object({}, { draft: message }),
  'chat/isReadChanged': object({ isRead: flag }),
  'chat/isArchivedChanged': object({ isArchived: flag }),
  'chat/inputRequested': object({ request }),
  'chat/inputAnswerChanged': object(
    {
      requestId: nameOf('request'),
      questionId: nameOf('question'),
    },
    { answer },
  ),
  'chat/inputCompleted': object({ requestId: nameOf('request'), response }, { answers }),
  'chat/toolCallStart': object(
    { ...call, toolName: text, displayName: text },
    { intention: text, contributor, ...someMeta },
  ),
  'chat/toolCallDelta': object({ ...call }, { content: text, invocationMessage: invocation, ...someMeta }),
  'chat/toolCallReady': object(
    { ...call, invocationMessage: invocation },
    { toolInput, confirmed, contributor, intention: text, ...confirmation, ...someMeta },
  ),
  'chat/toolCallConfirmed': object(
    { ...call, approved: flag },
    {
      confirmed,
      editedToolInput: text,
      reason: fc.constantFrom('denied', 'skipped'),
      reasonMessage: text,
      userSuggestion: message,
      selectedOptionId: nameOf('option'),
      ...someMeta,
    },
  ),
  'chat/toolCallContentChanged': object({ ...call, content }, someMeta),
  'chat/toolCallComplete': object(
    { ...call, result: toolResult },
    { requiresResultConfirmation: flag, ...someMeta },
  ),
  'chat/toolCallResultConfirmed': object({ ...call, approved: flag }, someMeta),
  'chat/toolCallAuthRequired': object({ ...call, auth }, someMeta),
  'chat/toolCallAuthResolved': object({ ...call }, someMeta),
});
