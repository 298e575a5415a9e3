import { ProtocolError, type ChatState, type Turn } from '@loggia/protocol';

const pageSize = 50;

/**
 * A chat as sent to a client that asked for its last turns only. The last turn is always included: it can be resumed,
 * and a client can't follow that without having it.
 */
export function windowed(state: ChatState, turns: number): ChatState {
  const from = Math.max(0, state.turns.length - Math.max(1, turns));
  if (from === 0) return state;
  return { ...state, turns: state.turns.slice(from), turnsNextCursor: cursorBefore(state.turns[from]) };
}

export interface TurnPage {
  readonly turns: Turn[];
  readonly turnsNextCursor?: string;
}

/**
 * The turns before a cursor, oldest first; without one, the newest. The cursor may be older than the turns that the
 * client has by now: the page then reaches up to the first of those, `shownFrom`, so that none is missing in between.
 */
export function pageOfTurns(state: ChatState, cursor: string | undefined, shownFrom?: string): TurnPage {
  const { length } = state.turns;
  const at = cursor === undefined ? length : indexOf(state, cursor);
  const shown = shownFrom === undefined ? at : state.turns.findIndex((turn) => turn.id === shownFrom);
  const from = Math.max(0, at - pageSize);
  const turns = state.turns.slice(from, shown < 0 ? length : Math.max(at, shown));
  return from === 0 ? { turns } : { turns, turnsNextCursor: cursorBefore(state.turns[from]) };
}

/** Opaque to clients. It holds an id, because positions shift when a chat is truncated. */
function cursorBefore(turn: Turn | undefined): string {
  return `before:${encodeURIComponent(turn?.id ?? '')}`;
}

function indexOf(state: ChatState, cursor: string): number {
  const id = cursor.startsWith('before:') ? decode(cursor.slice('before:'.length)) : undefined;
  const index = id === undefined ? -1 : state.turns.findIndex((turn) => turn.id === id);
  if (index < 0) {
    throw new ProtocolError(
      'InvalidParams',
      'This cursor is no longer valid. Subscribe again to get a new one.',
    );
  }
  return index;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
