import type { ChatLog, OpenChat } from './chat-log.ts';
import { titleFrom, untitled } from './titles.ts';

/**
 * Uses the agent's suggestion as the chat's title unless a user has named it. A title derived from the first message
 * doesn't count as a name.
 */
export function retitle(log: ChatLog, { session, chat }: OpenChat, suggestion: string): void {
  const title = titleFrom(suggestion);
  if (!title) return;
  const { turns, activeTurn } = chat.state;
  const first = (turns[0] ?? activeTurn)?.message.text ?? '';
  const isMadeUp = (name: string) => name === untitled || name === titleFrom(first);
  const { defaultChat, title: sessionTitle } = session.state;
  if (defaultChat === chat.uri && isMadeUp(sessionTitle)) {
    log.appendSession(session, { type: 'session/titleChanged', title });
  }
  const listed = session.state.chats.find((entry) => entry.resource === chat.uri);
  if (!listed || !isMadeUp(listed.title)) return;
  log.appendSession(session, { type: 'session/chatUpdated', chat: chat.uri, changes: { title } });
}
