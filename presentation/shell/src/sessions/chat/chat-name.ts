import type { ChatSummary, SessionState } from '@loggia/protocol';

/** Names that the host gives chats that nobody has named. */
const madeUp: ReadonlySet<string> = new Set(['', 'New session', 'New chat']);

/** A chat among those of its session. The first is what the session is about. */
export function chatName(
  { title, resource, origin }: Pick<ChatSummary, 'title' | 'resource' | 'origin'>,
  session: Pick<SessionState, 'title' | 'defaultChat' | 'chats'>,
): string {
  if (resource === session.defaultChat) {
    const name = madeUp.has(title) ? session.title : title;
    return madeUp.has(name) ? 'Main' : name;
  }
  if (!madeUp.has(title)) return title;
  const index = session.chats.findIndex((other) => other.resource === resource);
  return `${origin?.kind === 'fork' ? 'Fork' : 'Chat'} ${index + 1}`;
}

/** Tells who opened a chat; undefined if the user did. */
export function openerOf(
  { origin }: Pick<ChatSummary, 'origin'>,
  session: Pick<SessionState, 'title' | 'defaultChat' | 'chats'>,
): string | undefined {
  if (origin?.kind !== 'tool') return undefined;
  const from = session.chats.find(({ resource }) => resource === origin.chat);
  return from === undefined ? 'Opened by an agent' : `Opened by the agent in “${chatName(from, session)}”`;
}
