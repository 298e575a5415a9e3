import { hasStatus, Status, type ChatState, type SessionState } from '@loggia/protocol';
import { useEffect } from 'react';
import { useHost } from '../../host/host-context.tsx';

/** Marks the chat as read once the agent is idle and the page is visible. */
export function useRead(session: string, sessionState: SessionState, chat: string, state: ChatState): void {
  const { client } = useHost();
  const isResting = state.activeTurn === undefined;
  const isChatUnread = isResting && !hasStatus(state.status, Status.isRead);
  const isSessionUnread = isResting && !hasStatus(sessionState.status, Status.isRead);
  useEffect(
    () =>
      isChatUnread
        ? whenSeen(() => client.dispatch(chat, { type: 'chat/isReadChanged', isRead: true }))
        : undefined,
    [client, chat, isChatUnread],
  );
  useEffect(
    () =>
      isSessionUnread
        ? whenSeen(() => client.dispatch(session, { type: 'session/isReadChanged', isRead: true }))
        : undefined,
    [client, session, isSessionUnread],
  );
}

/** Now, or as soon as the page is looked at. */
function whenSeen(run: () => void): () => void {
  const look = (): void => {
    if (document.visibilityState !== 'visible') return;
    document.removeEventListener('visibilitychange', look);
    run();
  };
  document.addEventListener('visibilitychange', look);
  look();
  return () => document.removeEventListener('visibilitychange', look);
}
