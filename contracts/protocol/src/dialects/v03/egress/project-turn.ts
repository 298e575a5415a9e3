import type { ChatInputRequest } from '../../../channels/chat/input-requests.ts';
import type { ActiveTurn, ChatState, ResponsePart, Turn } from '../../../channels/chat/state.ts';
import { cancelUnfinished } from '../../../channels/chat/tool-call-reducer.ts';
import { defined } from '../../../common/objects.ts';
import { activityOf, Status } from '../../../common/status.ts';
import type { ErrorInfo } from '../../../common/text.ts';
import { projectMessage } from './project-message.ts';
import { projectToolCall } from './project-tool-call.ts';
import type { V03ActiveTurn, V03ResponsePart, V03Turn } from '../state.ts';
import type { Inline } from '../view.ts';

/** Leaves out what 0.3 doesn't store among the parts. */
export function projectPart(part: ResponsePart, inline?: Inline): V03ResponsePart | undefined {
  if (part.kind === 'inputRequest' || part.kind === 'error') return undefined;
  return part.kind === 'toolCall'
    ? { kind: 'toolCall', toolCall: projectToolCall(part.toolCall, inline) }
    : part;
}

/**
 * If a turn reuses the id of a call, only the newest call still changes. 0.3 would change all of them, so the older
 * ones are shown as cancelled.
 */
function projectParts(parts: readonly ResponsePart[], inline?: Inline): V03ResponsePart[] {
  const seen = new Set<string>();
  const projected: V03ResponsePart[] = [];
  for (const part of parts.toReversed()) {
    const superseded = part.kind === 'toolCall' && seen.has(part.toolCall.toolCallId);
    if (part.kind === 'toolCall') seen.add(part.toolCall.toolCallId);
    const shown = projectPart(superseded ? cancelUnfinished(part) : part, inline);
    if (shown) projected.push(shown);
  }
  return projected.toReversed();
}

const unexplained: ErrorInfo = { errorType: 'unknown', message: 'The turn failed.' };

function errorOf(turn: Turn): ErrorInfo | undefined {
  if (turn.state !== 'error') return undefined;
  for (const part of turn.responseParts.toReversed()) if (part.kind === 'error') return part.error;
  return unexplained;
}

function stateOf(turn: Turn): V03Turn['state'] {
  if (turn.state === 'cancelled') return 'cancelled';
  return turn.state === 'error' ? 'error' : 'complete';
}

export function projectTurn(turn: Turn, inline?: Inline): V03Turn {
  return defined({
    id: turn.id,
    message: projectMessage(turn.message),
    responseParts: projectParts(turn.responseParts.map(cancelUnfinished), inline),
    usage: turn.usage,
    state: stateOf(turn),
    error: errorOf(turn),
  });
}

export function projectActiveTurn(turn: ActiveTurn, inline?: Inline): V03ActiveTurn {
  return defined({
    id: turn.id,
    message: projectMessage(turn.message),
    responseParts: projectParts(turn.responseParts, inline),
    usage: turn.usage,
  });
}

export function openRequests(turn: ActiveTurn | undefined): ChatInputRequest[] {
  return (turn?.responseParts ?? []).flatMap((part) =>
    part.kind === 'inputRequest' && part.response === undefined ? [part.request] : [],
  );
}

/** One for each id: the newest, at the position of the first. */
export function projectInputRequests(turn: ActiveTurn | undefined): ChatInputRequest[] {
  return [...new Map(openRequests(turn).map((request) => [request.id, request])).values()];
}

function waits(part: V03ResponsePart): boolean {
  if (part.kind !== 'toolCall') return false;
  return (
    part.toolCall.status === 'pending-confirmation' || part.toolCall.status === 'pending-result-confirmation'
  );
}

export function endedInError(chat: ChatState): boolean {
  return !chat.activeTurn && activityOf(chat.status) === Status.error && chat.turns.at(-1)?.state === 'error';
}

/** The status that a 0.3 reducer derives from the conversation; no action could set another. */
export function activityOfChat(chat: ChatState | undefined): Status {
  if (!chat?.activeTurn) return chat && endedInError(chat) ? Status.error : Status.idle;
  const waiting =
    openRequests(chat.activeTurn).length > 0 || projectParts(chat.activeTurn.responseParts).some(waits);
  return waiting ? Status.inputNeeded : Status.inProgress;
}
