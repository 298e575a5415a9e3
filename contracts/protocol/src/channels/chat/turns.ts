import { replaceAt } from '../../common/objects.ts';
import { Status, withActivity } from '../../common/status.ts';
import type { ActiveTurn, ChatState, ResponsePart } from './state.ts';

/** Whether the part blocks the turn until somebody answers. */
function waitsForAnswer(part: ResponsePart): boolean {
  if (part.kind === 'inputRequest') return part.response === undefined;
  if (part.kind !== 'toolCall') return false;
  const { status } = part.toolCall;
  return (
    status === 'pending-confirmation' ||
    status === 'pending-result-confirmation' ||
    status === 'auth-required'
  );
}

function activityOfTurn(turn: ActiveTurn | undefined): Status {
  if (!turn) return Status.idle;
  return turn.responseParts.some(waitsForAnswer) ? Status.inputNeeded : Status.inProgress;
}

export function withTurnActivity(state: ChatState): ChatState {
  const status = withActivity(state.status, activityOfTurn(state.activeTurn));
  return status === state.status ? state : { ...state, status };
}

export function withActiveTurn(state: ChatState, activeTurn: ActiveTurn): ChatState {
  return { ...state, activeTurn };
}

/** The newest match: parts change at the end, and a turn may have thousands. */
export function findPart<P extends ResponsePart>(
  turn: ActiveTurn | undefined,
  matches: (part: ResponsePart) => part is P,
): { readonly turn: ActiveTurn; readonly index: number; readonly part: P } | undefined {
  if (!turn) return undefined;
  for (let index = turn.responseParts.length - 1; index >= 0; index--) {
    const part = turn.responseParts[index];
    if (part && matches(part)) return { turn, index, part };
  }
  return undefined;
}

export function withPart(state: ChatState, turn: ActiveTurn, index: number, part: ResponsePart): ChatState {
  return withActiveTurn(state, { ...turn, responseParts: replaceAt(turn.responseParts, index, part) });
}

export function appendPart(state: ChatState, turnId: string, part: ResponsePart): ChatState {
  const turn = state.activeTurn;
  if (turn?.id !== turnId) return state;
  const next = withActiveTurn(state, { ...turn, responseParts: [...turn.responseParts, part] });
  return waitsForAnswer(part) ? withTurnActivity(next) : next;
}

/** `startedAt` plus `duration` as a timestamp; undefined if the start isn't a date. */
export function endOf(startedAt: string, duration: number): string | undefined {
  const end = new Date(Date.parse(startedAt) + duration);
  return Number.isNaN(end.getTime()) ? undefined : end.toISOString();
}
