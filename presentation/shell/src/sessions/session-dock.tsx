import './sessions.css';
import { ChevronDown, Maximize2, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useCommands } from '../commands/use-commands.ts';
import { navigate } from '../navigation/use-route.ts';
import { preferences, usePreferences } from '../preferences/use-preferences.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Menu, type MenuPart } from '../ui/menu.tsx';
import { ChatSkeleton } from './chat/chat-skeleton.tsx';
import { SessionView } from './chat/lazy-session-view.tsx';
import { dockedSession, filterSessions } from '../session-list/session-filter.ts';
import { markOf, markWords } from '../session-list/session-marks.ts';
import { useSessions } from '../session-list/use-sessions.ts';
import { NewSession } from './new-session.tsx';

const mostListed = 12;
/** Remembered when the user wants a new session but has not sent a message yet. */
const newSession = 'new';

/** The conversation beside the desk: one session of the workspace, and the way to the others. */
export function SessionDock({ workspace }: { readonly workspace: string }) {
  const { dockSession } = usePreferences();
  const { phase, sessions } = useSessions();
  const [place, setPlace] = useState<{ session: string; chat: string; turn: string | undefined }>();
  const open = useMemo(
    () => filterSessions(sessions, { workspace, words: '', archived: false }),
    [sessions, workspace],
  );
  const remembered = dockSession[workspace];
  const isNew = remembered === newSession;
  const show = (session: string): void =>
    preferences.set({ dockSession: { ...preferences.getSnapshot().dockSession, [workspace]: session } });
  useCommands([
    {
      id: 'session.new',
      title: 'New session',
      group: 'Session',
      keys: 'Alt+N',
      run: () => show(newSession),
    },
  ]);
  const docked = isNew ? undefined : dockedSession(open, remembered);
  // One that was just made may not be in the list yet.
  const session =
    docked?.resource !== remembered && phase === 'loading' && remembered !== undefined && !isNew
      ? remembered
      : docked?.resource;
  const parts: readonly MenuPart[] = [
    { id: newSession, label: 'New session', icon: <Plus />, run: () => show(newSession) },
    ...(open.length > 0 ? [{ separator: true as const }] : []),
    ...open.slice(0, mostListed).map(({ resource, title, status }) => {
      const mark = markOf(status);
      return {
        id: resource,
        label: title || 'New session',
        checked: resource === session,
        ...(mark !== undefined && { hint: markWords[mark] }),
        run: () => show(resource),
      };
    }),
    { separator: true },
    { id: 'all', label: 'All sessions', run: () => navigate({ page: 'session', workspace }) },
  ];
  const name = docked?.title || 'New session';
  const title = (
    <Menu
      trigger={
        <Button kind="quiet" className="dock-switcher" aria-label={`${name}, switch session`}>
          <span>{name}</span>
          <ChevronDown aria-hidden />
        </Button>
      }
      parts={parts}
    />
  );
  const trail = (
    <>
      <IconButton label="New session" size="small" icon={<Plus />} onClick={() => show(newSession)} />
      <IconButton
        label="Open as a page"
        size="small"
        icon={<Maximize2 />}
        onClick={() =>
          navigate({
            page: 'session',
            workspace,
            ...(session !== undefined && { session }),
            ...(place?.session === session && place && { chat: place.chat }),
          })
        }
      />
    </>
  );
  if (session === undefined) {
    return (
      <div className="session session-dock">
        <header className="session-head">
          <h2>{open.length > 0 ? title : 'Conversation'}</h2>
          {trail}
        </header>
        {phase === 'loading' && open.length === 0 && !isNew ? (
          <ChatSkeleton />
        ) : (
          <NewSession key={workspace} workspace={workspace} onMade={show} />
        )}
      </div>
    );
  }
  const at = place?.session === session ? place : undefined;
  return (
    <div className="session-dock">
      <SessionView
        key={session}
        workspace={workspace}
        session={session}
        chat={at?.chat}
        turn={at?.turn}
        isPage={false}
        title={title}
        trail={trail}
        openChat={(chat, turn) => setPlace({ session, chat, turn })}
        onDeleted={() => setPlace(undefined)}
      />
    </div>
  );
}
