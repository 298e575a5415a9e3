import {
  readAuthor,
  viewSpeakerOf,
  writeAuthor,
  type ChatAction,
  type ChatState,
  type Message,
} from '@loggia/protocol';

/**
 * A message as it is stored: one that a View wrote is a tool's, so that no client shows it as the user's. Clients always
 * send the origin "user", which is all that the protocol allows them, and the View's mark beside it.
 */
export function asSpoken(message: Message): Message {
  return viewSpeakerOf(message) ? { ...message, origin: { ...message.origin, kind: 'tool' } } : message;
}

/** Who said it: the View, where one wrote the message, and else whoever sent it. */
export function authorOfMessage(message: Message, sender: string): string {
  const view = viewSpeakerOf(message);
  if (!view) return sender;
  const { person } = readAuthor(sender);
  return writeAuthor({
    person,
    actor: { kind: 'view', ...(view.title !== undefined && { name: view.title }) },
  });
}

/** Who did it. */
export function authorOfAction(action: ChatAction, sender: string): string {
  return action.type === 'chat/turnStarted' || action.type === 'chat/pendingMessageSet'
    ? authorOfMessage(action.message, sender)
    : sender;
}

/** A waiting message stays the View's when a client that doesn't know the mark edits or moves it. */
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
