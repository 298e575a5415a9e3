import type { ChatAction } from '../../../channels/chat/actions.ts';
import type { ActiveTurn, ChatState, ResponsePart } from '../../../channels/chat/state.ts';
import type { ToolCall, ToolInput } from '../../../channels/chat/tool-calls.ts';
import type { V03Action } from '../actions.ts';
import { plainForm } from './plain-form.ts';
import { projectResult } from './project-tool-call.ts';
import { openRequests, projectPart } from './project-turn.ts';
import { addedPart, truncatedTo } from './rebuild.ts';
import { sameJson } from './same-json.ts';
import { say } from './say.ts';
import type { Inline } from '../view.ts';

export interface ChatChange<Action extends ChatAction = ChatAction> {
  readonly before: ChatState;
  readonly after: ChatState;
  readonly action: Action;
  readonly inline?: Inline | undefined;
}

/** The 0.3 actions for the change; undefined if only repeating the turn can express it. */
type Said = readonly V03Action[] | undefined;

type Rules = {
  readonly [Type in ChatAction['type']]?: (change: ChatChange<Extract<ChatAction, { type: Type }>>) => Said;
};

function plainly({ action, inline }: ChatChange): Said {
  const plain = plainForm(action, inline);
  return plain ? [plain] : [];
}

function idOf(part: ResponsePart): string | undefined {
  if (part.kind === 'toolCall') return part.toolCall.toolCallId;
  return 'id' in part ? part.id : undefined;
}

/** 0.3 appends text to the first part with the id, whatever its kind; 1.0 to the newest one of the kind. */
function appended(change: ChatChange<Extract<ChatAction, { type: 'chat/delta' | 'chat/reasoning' }>>): Said {
  const { partId, type } = change.action;
  const kind = type === 'chat/delta' ? 'markdown' : 'reasoning';
  const parts = change.before.activeTurn?.responseParts ?? [];
  const first = parts.find((part) => idOf(part) === partId);
  const newest = parts.findLast((part) => part.kind === kind && part.id === partId);
  return first === newest ? plainly(change) : undefined;
}

export function callOf(turn: ActiveTurn | undefined, toolCallId: string): ToolCall | undefined {
  const part = turn?.responseParts.findLast(
    (candidate) => candidate.kind === 'toolCall' && candidate.toolCall.toolCallId === toolCallId,
  );
  return part?.kind === 'toolCall' ? part.toolCall : undefined;
}

function inputOf(call: ToolCall): ToolInput | undefined {
  return call.status === 'streaming' ? undefined : call.toolInput;
}

type CallChange = ChatChange<Extract<ChatAction, { toolCallId: string }>>;

/** 0.3 takes `_meta` only when a call starts. */
function moved(change: CallChange, tell: (before: ToolCall, after: ToolCall) => Said): Said {
  const before = callOf(change.before.activeTurn, change.action.toolCallId);
  const after = callOf(change.after.activeTurn, change.action.toolCallId);
  if (!before || !after) return [];
  return sameJson(before._meta, after._meta) ? tell(before, after) : undefined;
}

function movedPlainly(change: CallChange): Said {
  return moved(change, () => plainly(change));
}

/** If several requests are open under one id, 0.3 would answer them all. */
function answered(change: ChatChange, requestId: string): Said {
  const open = openRequests(change.before.activeTurn).filter(({ id }) => id === requestId);
  return open.length > 1 ? undefined : plainly(change);
}

const rules: Rules = {
  'chat/turnStarted': (change) => {
    const { activeTurn, turns } = change.before;
    const plain = plainly(change) ?? [];
    // In 0.3, starting a turn over an active one leaves its requests open.
    return openRequests(activeTurn).length > 0 ? [truncatedTo(turns.at(-1)), ...plain] : plain;
  },
  'chat/delta': appended,
  'chat/reasoning': appended,
  'chat/responsePart': (change) => {
    const { part, turnId } = change.action;
    const { activeTurn } = change.before;
    if (part.kind === 'inputRequest') {
      const again = openRequests(activeTurn).some(({ id }) => id === part.request.id);
      return again && part.response === undefined ? undefined : plainly(change);
    }
    if (part.kind !== 'toolCall') return plainly(change);
    if (callOf(activeTurn, part.toolCall.toolCallId)) return undefined;
    const shown = projectPart(part, change.inline);
    return shown ? addedPart(turnId, shown) : [];
  },
  'chat/turnResume': () => undefined,
  'chat/turnsLoaded': ({ before, after }) => (after.turns.length === before.turns.length ? [] : undefined),

  'chat/inputRequested': (change) => answered(change, change.action.request.id),
  'chat/inputAnswerChanged': (change) => answered(change, change.action.requestId),
  'chat/inputCompleted': (change) => answered(change, change.action.requestId),

  'chat/toolCallStart': (change) =>
    callOf(change.before.activeTurn, change.action.toolCallId) ? undefined : plainly(change),
  'chat/toolCallDelta': movedPlainly,
  'chat/toolCallReady': (change) =>
    moved(change, (before, after) => {
      const moves = before.status === 'streaming' || before.status === 'running';
      const owned = sameJson(before.contributor, after.contributor);
      if (!moves || !owned || (after.status !== 'running' && after.status !== 'pending-confirmation'))
        return undefined;
      // 1.0 keeps input that isn't repeated.
      return plainly({ ...change, action: { ...change.action, toolInput: after.toolInput } });
    }),
  'chat/toolCallConfirmed': (change) =>
    moved(change, (before, after) => {
      // An edit of referenced input happens behind the reference.
      const edited = inputOf(before) !== inputOf(after);
      const editedToolInput = edited ? change.action.editedToolInput : undefined;
      return plainly({ ...change, action: { ...change.action, editedToolInput } });
    }),
  'chat/toolCallContentChanged': movedPlainly,
  'chat/toolCallComplete': (change) =>
    moved(change, (_before, after) => {
      if (after.status !== 'completed' && after.status !== 'pending-result-confirmation') return [];
      const { turnId, toolCallId, _meta } = change.action;
      // Derived from the outcome: giving up on a sign-in keeps the call's content, and is never reviewed.
      const requiresResultConfirmation = after.status === 'pending-result-confirmation' || undefined;
      const facts = { turnId, toolCallId, result: projectResult(after), requiresResultConfirmation, _meta };
      return [say('session/toolCallComplete', facts)];
    }),
  'chat/toolCallResultConfirmed': movedPlainly,
  'chat/toolCallAuthRequired': movedPlainly,
  'chat/toolCallAuthResolved': movedPlainly,
};

const byType = new Map(Object.entries(rules)) as ReadonlyMap<string, (change: ChatChange) => Said>;

/** The actions for a change of the shown chat, without the session around it. */
export function sayChatChange(change: ChatChange): Said {
  if (change.before === change.after) return [];
  return (byType.get(change.action.type) ?? plainly)(change);
}
