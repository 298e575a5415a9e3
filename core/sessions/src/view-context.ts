import type { Attribution } from '@loggia/kernel';
import {
  readAuthor,
  viewContextLimits,
  viewContextsOf,
  viewMark,
  viewSpeakerOf,
  writeAuthor,
  type Attachment,
  type ChatState,
  type Message,
  type ViewContext,
  type ViewContextAction,
} from '@loggia/protocol';
import type { ChatLog, OpenChat } from './chat-log.ts';
import type { Refusal } from './rules/refusal.ts';

/** Anything else would make the host read what the View names. */
const kindsOfViews: readonly string[] = ['simple', 'embeddedResource', 'resource'];

export function refuseViewContext(state: ChatState, action: ViewContextAction): Refusal {
  const waiting = viewContextsOf(state);
  if (action.type === 'x-loggia/viewContextRemoved')
    return waiting.some(({ view }) => view === action.view)
      ? undefined
      : 'That context is not waiting any more. It was sent or removed.';
  const { context } = action;
  if (state.interactivity === 'read-only' || state.interactivity === 'hidden')
    return 'This chat takes no messages.';
  if (context.attachments.some(({ type }) => !kindsOfViews.includes(type)))
    return `The context of a View consists of attachments of the kinds ${kindsOfViews.join(', ')}.`;
  const others = waiting.filter(({ view }) => view !== context.view);
  if (others.length >= viewContextLimits.views)
    return `Context from ${viewContextLimits.views} Views is waiting already. Send a message, or remove some of it.`;
  const characters = JSON.stringify([...others, context]).length;
  return characters > viewContextLimits.characters
    ? 'The context of the Views in this chat is too long for a model. Send a summary, or remove some of it.'
    : undefined;
}

/** The context with the View's mark on every part, so that none of it can pass for the user's words. */
export function markedContext({ view, title, server, attachments }: ViewContext): ViewContext {
  const _meta = viewMark({ id: view, title, ...(server !== undefined && { server }) });
  return {
    view,
    title,
    ...(server !== undefined && { server }),
    attachments: attachments.map((attachment) => ({ ...attachment, _meta })),
  };
}

/** The author of a context: its View. The user, or somebody for them, removes it. */
export function authorOfContext(action: ViewContextAction, sender: string): string {
  if (action.type === 'x-loggia/viewContextRemoved') return sender;
  const { person } = readAuthor(sender);
  return writeAuthor({ person, actor: { kind: 'view', name: action.context.title } });
}

/**
 * The message with the contexts that wait in its chat, which are then gone: the model gets each once. A View's message
 * goes alone, because the user has agreed to it as it is.
 */
export function takeViewContext(
  log: ChatLog,
  open: OpenChat,
  message: Message,
  from: Attribution | undefined,
): Message {
  const contexts = viewContextsOf(open.chat.state);
  if (contexts.length === 0 || viewSpeakerOf(message)) return message;
  for (const { view } of contexts) log.append(open, { type: 'x-loggia/viewContextRemoved', view }, from);
  const views = new Set(contexts.map(({ view }) => view));
  // A message that waited may hold an earlier context of the same View.
  const isOlder = (attachment: Attachment): boolean => views.has(viewSpeakerOf(attachment)?.id ?? '');
  const own = (message.attachments ?? []).filter((attachment) => !isOlder(attachment));
  return { ...message, attachments: [...own, ...contexts.flatMap(({ attachments }) => attachments)] };
}
