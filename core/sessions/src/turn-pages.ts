import { ProtocolError, type ChatState, type Turn } from '@loggia/protocol';

const pageSize = 50;

/**
 * A chat as a client that asked for its last turns sees it. The last one is always among them: it can be resumed, which
 * nobody could follow without having it.
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

/** The turns before a cursor, oldest first; without one, the newest. */
export function pageOfTurns(state: ChatState, cursor: string | undefined): TurnPage {
  const end = cursor === undefined ? state.turns.length : indexOf(state, cursor);
  const from = Math.max(0, end - pageSize);
  const turns = state.turns.slice(from, end);
  return from === 0 ? { turns } : { turns, turnsNextCursor: cursorBefore(state.turns[from]) };
}

/** Opaque to clients. By id, because positions move when a chat is cut. */
function cursorBefore(turn: Turn | undefined): string {
  return `before:${encodeURIComponent(turn?.id ?? '')}`;
}

function indexOf(state: ChatState, cursor: string): number {
  const id = cursor.startsWith('before:') ? decode(cursor.slice('before:'.length)) : undefined;
  const index = id === undefined ? -1 : state.turns.findIndex((turn) => turn.id === id);
  if (index < 0) {
    throw new ProtocolError(
      'InvalidParams',
      'This cursor leads nowhere any more. Subscribe again for a fresh one.',
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
