import type { ChatLog, OpenChat } from './chat-log.ts';
import { titleFrom, untitled } from './titles.ts';

/**
 * Takes an agent's word for what the chat is about, unless somebody has named it. A name that was made up from the first
 * message is nobody's.
 */
export function retitle(log: ChatLog, { session, chat }: OpenChat, suggestion: string): void {
  const title = titleFrom(suggestion);
  if (!title) return;
  const { turns, activeTurn } = chat.state;
  const first = (turns[0] ?? activeTurn)?.message.text ?? '';
  const isMadeUp = (name: string) => name === untitled || name === titleFrom(first);
  const { defaultChat, chats, title: sessionTitle } = session.state;
  if (defaultChat === chat.uri && isMadeUp(sessionTitle)) {
    log.appendSession(session, { type: 'session/titleChanged', title });
  }
  const listed = chats.find((entry) => entry.resource === chat.uri);
  if (!listed || !isMadeUp(listed.title)) return;
  log.appendSession(session, { type: 'session/chatUpdated', chat: chat.uri, changes: { title } });
}
