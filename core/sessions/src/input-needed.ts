import type {
  AgentCommandAction,
  ChatAction,
  ChatState,
  InputNeeded,
  ResponsePart,
  SessionAction,
  ViewContextAction,
} from '@loggia/protocol';

type Type = (ChatAction | ViewContextAction | AgentCommandAction)['type'];

/** Actions that come often. They never open or answer a question, so there is nothing to compare. */
const frequent: ReadonlySet<Type> = new Set<Type>([
  'chat/delta',
  'chat/reasoning',
  'chat/usage',
  'chat/toolCallDelta',
  'chat/activityChanged',
  'chat/draftChanged',
  'x-loggia/viewContextSet',
  'x-loggia/viewContextRemoved',
  'x-loggia/agentCommandsChanged',
]);

export function mayChangeInputNeeded(type: Type): boolean {
  return !frequent.has(type);
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

/** All inputs that the chat waits for, as its session lists them. */
function inputNeededOf(chat: string, state: ChatState): InputNeeded[] {
  const turn = state.activeTurn;
  return turn ? turn.responseParts.flatMap((part) => entryOf(chat, turn.id, part) ?? []) : [];
}

/** The actions that update a session's list of needed inputs after one of its chats changed. */
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

/** Ignores the content that a running call streams: it isn't part of the wait, and would be sent twice. */
function sameWait(a: InputNeeded, b: InputNeeded): boolean {
  if (a.kind !== b.kind) return false;
  if (a.kind === 'toolClientExecution') return true;
  return JSON.stringify(a) === JSON.stringify(b);
}
