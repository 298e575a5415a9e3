import type { ChatAction, ChatState, InputNeeded, ResponsePart, SessionAction } from '@loggia/protocol';

/** Actions that stream; they never open or answer a question, so there is nothing to compare. */
const streaming: ReadonlySet<ChatAction['type']> = new Set([
  'chat/delta',
  'chat/reasoning',
  'chat/usage',
  'chat/toolCallDelta',
  'chat/activityChanged',
  'chat/draftChanged',
]);

export function mayChangeInputNeeded(type: ChatAction['type']): boolean {
  return !streaming.has(type);
}

function entryOf(chat: string, turnId: string, part: ResponsePart): InputNeeded | undefined {
  if (part.kind === 'inputRequest') {
    if (part.response !== undefined) return undefined;
    return { kind: 'chatInput', id: `${chat}#${part.request.id}`, chat, request: part.request };
  }
  if (part.kind !== 'toolCall') return undefined;
  const { toolCall } = part;
  const common = { id: `${chat}#${toolCall.toolCallId}`, chat, turnId, toolCall };
  switch (toolCall.status) {
    case 'pending-confirmation':
    case 'pending-result-confirmation':
      return { kind: 'toolConfirmation', ...common };
    case 'auth-required':
      return { kind: 'toolAuthentication', ...common };
    case 'running':
      if (toolCall.contributor?.kind !== 'client') return undefined;
      return { kind: 'toolClientExecution', ...common, clientId: toolCall.contributor.clientId };
    default:
      return undefined;
  }
}

/** Everything that the chat waits for, as its session shows it. */
function inputNeededOf(chat: string, state: ChatState): InputNeeded[] {
  const turn = state.activeTurn;
  return turn ? turn.responseParts.flatMap((part) => entryOf(chat, turn.id, part) ?? []) : [];
}

/** The actions that bring a session's list up to what one of its chats waits for. */
export function inputNeededActions(
  chat: string,
  state: ChatState,
  listed: readonly InputNeeded[],
): Extract<SessionAction, { type: `session/inputNeeded${string}` }>[] {
  const wanted = inputNeededOf(chat, state);
  const mine = listed.filter((entry) => entry.chat === chat);
  const gone = mine.filter((entry) => !wanted.some((other) => other.id === entry.id));
  const fresh = wanted.filter(
    (entry) => !mine.some((other) => other.id === entry.id && sameWait(other, entry)),
  );
  return [
    ...gone.map(({ id }) => ({ type: 'session/inputNeededRemoved' as const, id })),
    ...fresh.map((request) => ({ type: 'session/inputNeededSet' as const, request })),
  ];
}

/** Content that a running call streams is not part of the wait; it would be sent twice for nothing. */
function sameWait(a: InputNeeded, b: InputNeeded): boolean {
  if (a.kind !== b.kind) return false;
  if (a.kind === 'toolClientExecution') return true;
  return JSON.stringify(a) === JSON.stringify(b);
}
