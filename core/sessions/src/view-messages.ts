import {
  readAuthor,
  viewSpeakerOf,
  writeAuthor,
  type ChatAction,
  type ChatState,
  type Message,
} from '@loggia/protocol';

/**
 * The message as it is stored: a View's message gets the origin "tool", so that no client shows it as the user's.
 * Clients always send the origin "user", which is all the protocol allows, with the View's mark beside it.
 */
export function asSpoken(message: Message): Message {
  return viewSpeakerOf(message) ? { ...message, origin: { ...message.origin, kind: 'tool' } } : message;
}

/** The author of a message: the View that wrote it, or else its sender. */
export function authorOfMessage(message: Message, sender: string): string {
  const view = viewSpeakerOf(message);
  // An agent that passes a View's words on is the one who acts.
  if (!view || message.origin.kind === 'agent') return sender;
  const { person } = readAuthor(sender);
  return writeAuthor({
    person,
    actor: {
      kind: 'view',
      ...(view.title !== undefined && { name: view.title }),
      ...(view.server !== undefined && { server: view.server }),
    },
  });
}

export function authorOfAction(action: ChatAction, sender: string): string {
  return action.type === 'chat/turnStarted' || action.type === 'chat/pendingMessageSet'
    ? authorOfMessage(action.message, sender)
    : sender;
}

/** Keeps a queued message marked as the View's when a client that doesn't know the mark edits or moves it. */
export function keepingMark(state: ChatState, action: ChatAction): ChatAction {
  if (action.type !== 'chat/pendingMessageSet' || viewSpeakerOf(action.message)) return action;
  const { queuedMessages = [], steeringMessage } = state;
  const before = [...queuedMessages, ...(steeringMessage ? [steeringMessage] : [])].find(
    ({ id, message }) => id === action.id && viewSpeakerOf(message) !== undefined,
  );
  if (!before) return action;
  const { message } = action;
  return { ...action, message: { ...message, _meta: { ...before.message._meta, ...message._meta } } };
}

export function withSpeaker(action: ChatAction): ChatAction {
  return action.type === 'chat/turnStarted' || action.type === 'chat/pendingMessageSet'
    ? { ...action, message: asSpoken(action.message) }
    : action;
}
