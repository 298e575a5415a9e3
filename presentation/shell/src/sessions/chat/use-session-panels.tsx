import type { SessionState } from '@loggia/protocol';
import type { ReactNode } from 'react';
import type { MenuPart } from '../../ui/menu.tsx';
import { useSessionChanges } from '../changes/use-session-changes.tsx';
import { useCommentPanel } from '../comments/use-comment-panel.tsx';
import { useTerminalPanel } from '../terminals/use-terminal-panel.tsx';

/** The parts of a session beside its chats: what opens them, and those that are open. */
export function useSessionPanels(
  session: string,
  state: SessionState,
  chat: string | undefined,
): { readonly buttons: ReactNode; readonly entries: readonly MenuPart[]; readonly panels: ReactNode } {
  const terminals = useTerminalPanel(session, state);
  const comments = useCommentPanel(session, state, chat);
  const changes = useSessionChanges(session, state);
  return {
    buttons: (
      <>
        {changes.button}
        {comments.button}
        {terminals.button}
      </>
    ),
    entries: [changes.entry],
    panels: (
      <>
        {comments.panel}
        {terminals.panel}
        {changes.screen}
      </>
    ),
  };
}
