import type { PendingMessage } from '../../../channels/chat/messages.ts';
import type { ActiveTurn, ChatState, Turn } from '../../../channels/chat/state.ts';
import type { V03Action } from '../actions.ts';
import { projectMessage } from './project-message.ts';
import { projectResult } from './project-tool-call.ts';
import { endedInError, projectActiveTurn, projectInputRequests, projectTurn } from './project-turn.ts';
import { say } from './say.ts';
import type { V03ResponsePart, V03Turn } from '../state.ts';
import type { V03ToolCall } from '../tool-calls.ts';
import type { Inline } from '../view.ts';

/**
 * 0.3 has no action that replaces a part, a turn or a conversation. Changes without an equivalent are expressed by
 * truncating the conversation before the change and repeating it from there.
 */

export function truncatedTo(turn: { readonly id: string } | undefined): V03Action {
  return say('session/truncated', { turnId: turn?.id });
}

function addedCall(turnId: string, toolCall: V03ToolCall): V03Action {
  return say('session/responsePart', { turnId, part: { kind: 'toolCall', toolCall } });
}

/**
 * Adds a part to the active turn. A 0.3 reducer checks for waiting calls only when a call changes, so a waiting call is
 * added one step earlier and then moved.
 */
export function addedPart(turnId: string, part: V03ResponsePart): V03Action[] {
  if (part.kind !== 'toolCall') return [say('session/responsePart', { turnId, part })];
  const { toolCall } = part;
  const { toolCallId, toolName, displayName, contributor, _meta } = toolCall;
  const base = { toolCallId, toolName, displayName, contributor, _meta };
  if (toolCall.status === 'pending-confirmation') {
    const { invocationMessage, toolInput, confirmationTitle, edits, editable, options } = toolCall;
    const question = { invocationMessage, toolInput, confirmationTitle, edits, editable, options };
    return [
      addedCall(turnId, { status: 'streaming', ...base }),
      say('session/toolCallReady', { turnId, toolCallId, ...question }),
    ];
  }
  if (toolCall.status === 'pending-result-confirmation') {
    const { invocationMessage, toolInput, confirmed, selectedOption } = toolCall;
    const result = projectResult(toolCall);
    return [
      addedCall(turnId, {
        status: 'running',
        ...base,
        invocationMessage,
        toolInput,
        confirmed,
        selectedOption,
      }),
      say('session/toolCallComplete', { turnId, toolCallId, result, requiresResultConfirmation: true }),
    ];
  }
  return [addedCall(turnId, toolCall)];
}

type Told = Pick<V03Turn, 'id' | 'message' | 'responseParts' | 'usage'>;

function begun({ id, message, responseParts, usage }: Told): V03Action[] {
  return [
    say('session/turnStarted', { turnId: id, message }),
    ...responseParts.flatMap((part) => addedPart(id, part)),
    ...(usage ? [say('session/usage', { turnId: id, usage })] : []),
  ];
}

function ended({ id, state, error }: V03Turn): V03Action {
  if (state === 'cancelled') return say('session/turnCancelled', { turnId: id });
  if (error) return say('session/error', { turnId: id, error });
  return say('session/turnComplete', { turnId: id });
}

function toldTurn(turn: Turn, inline?: Inline): V03Action[] {
  const told = projectTurn(turn, inline);
  return [...begun(told), ended(told)];
}

function toldActiveTurn(turn: ActiveTurn, inline?: Inline): V03Action[] {
  const requests = projectInputRequests(turn).map((request) => say('session/inputRequested', { request }));
  return [...begun(projectActiveTurn(turn, inline)), ...requests];
}

function removed(kind: 'steering' | 'queued', pending: PendingMessage): V03Action {
  return say('session/pendingMessageRemoved', { kind, id: pending.id });
}

function placed(kind: 'steering' | 'queued', { id, message }: PendingMessage): V03Action {
  return say('session/pendingMessageSet', { kind, id, message: projectMessage(message) });
}

function toldPending(before: ChatState | undefined, after: ChatState | undefined): V03Action[] {
  const told: V03Action[] = [];
  if (before?.steeringMessage !== after?.steeringMessage) {
    if (before?.steeringMessage) told.push(removed('steering', before.steeringMessage));
    if (after?.steeringMessage) told.push(placed('steering', after.steeringMessage));
  }
  if (before?.queuedMessages !== after?.queuedMessages) {
    for (const pending of before?.queuedMessages ?? []) told.push(removed('queued', pending));
    for (const pending of after?.queuedMessages ?? []) told.push(placed('queued', pending));
  }
  return told;
}

/** The number of turns that can stay. The last one can't if its end must be repeated, since it sets the status. */
function keptTurns(before: readonly Turn[], after: ChatState): number {
  const most = after.turns.length - (endedInError(after) ? 1 : 0);
  let kept = 0;
  while (kept < most && before[kept] === after.turns[kept]) kept++;
  return kept;
}

/**
 * The actions that turn `before` into `after` for a client. Both share unchanged turns; turn ids are unique in a chat.
 */
export function rebuiltChat(
  before: ChatState | undefined,
  after: ChatState | undefined,
  inline?: Inline,
): V03Action[] {
  if (!after) return [truncatedTo(undefined), ...toldPending(before, after)];
  const kept = keptTurns(before?.turns ?? [], after);
  const retold = after.turns.slice(kept).flatMap((turn) => toldTurn(turn, inline));
  const last = after.turns.at(-1);
  const settles =
    !after.activeTurn && !endedInError(after) && last?.state === 'error' && kept < after.turns.length;
  return [
    truncatedTo(after.turns[kept - 1]),
    ...retold,
    ...(settles ? [truncatedTo(last)] : []),
    ...(after.activeTurn ? toldActiveTurn(after.activeTurn, inline) : []),
    ...toldPending(before, after),
  ];
}
