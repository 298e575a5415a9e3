import './sessions.css';
import { ArrowLeft } from 'lucide-react';
import { useCommands } from '../commands/use-commands.ts';
import { navigate, replaceRoute } from '../navigation/use-route.ts';
import { preferences } from '../preferences/use-preferences.ts';
import { IconButton } from '../ui/button.tsx';
import { useIsNarrow } from '../ui/use-narrow.ts';
import { SessionView } from './chat/lazy-session-view.tsx';
import { SessionListPane } from './list/session-list-pane.tsx';
import { NewSession } from './new-session.tsx';

/** In an address, the place of a session that is yet to be made. */
const newSession = 'new';

/** The sessions of a workspace, and the one that is open; on narrow screens one or the other. */
export function SessionPage({
  workspace,
  session,
  chat,
  turn,
}: {
  readonly workspace: string;
  readonly session: string | undefined;
  readonly chat: string | undefined;
  readonly turn: string | undefined;
}) {
  const isNarrow = useIsNarrow();
  const isNew = session === newSession;
  const open = (made: string): void => {
    dockIt(workspace, made);
    navigate({ page: 'session', workspace, session: made });
  };
  const startNew = (): void => navigate({ page: 'session', workspace, session: newSession });
  useCommands([{ id: 'session.new', title: 'New session', group: 'Session', keys: 'Alt+N', run: startNew }]);
  const back = isNarrow ? (
    <IconButton
      label="Back to sessions"
      icon={<ArrowLeft />}
      onClick={() => navigate({ page: 'session', workspace })}
    />
  ) : undefined;
  const showsList = !isNarrow || session === undefined;
  return (
    <div className="session-page">
      {showsList && (
        <SessionListPane
          workspace={workspace}
          current={session}
          onNew={startNew}
          onDeleted={(gone) => gone === session && replaceRoute({ page: 'session', workspace })}
        />
      )}
      {session !== undefined && !isNew && (
        <SessionView
          key={session}
          workspace={workspace}
          session={session}
          chat={chat}
          turn={turn}
          isPage
          lead={back}
          openChat={(other, at) =>
            navigate({
              page: 'session',
              workspace,
              session,
              chat: other,
              ...(at !== undefined && { turn: at }),
            })
          }
          onDeleted={() => replaceRoute({ page: 'session', workspace })}
        />
      )}
      {(isNew || (session === undefined && !isNarrow)) && (
        <div className="session">
          <header className="session-head">
            {isNew && back}
            <h2>New session</h2>
          </header>
          <NewSession key={workspace} workspace={workspace} onMade={open} />
        </div>
      )}
    </div>
  );
}

/** The dock continues with the session that was open last. */
function dockIt(workspace: string, session: string): void {
  const { dockSession } = preferences.getSnapshot();
  preferences.set({ dockSession: { ...dockSession, [workspace]: session } });
}
