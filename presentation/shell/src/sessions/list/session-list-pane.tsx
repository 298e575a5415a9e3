import './list.css';
import type { SessionSummary } from '@loggia/protocol';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Archive, ArchiveRestore, Ellipsis, Link, MessagesSquare, Pencil, Plus, Trash2 } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { copyLink } from '../../navigation/copy-link.ts';
import { formatRoute } from '../../navigation/route.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ContextMenu, Menu, type MenuPart } from '../../ui/menu.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Empty, Failure, Skeleton } from '../../ui/states.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { Mark } from './mark.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { deleteSession, setArchived, setRead } from './session-changes.ts';
import { filterSessions } from '../../session-list/session-filter.ts';
import { isArchived, markOf, markWords } from '../../session-list/session-marks.ts';
import { refreshSessions, useSessions } from '../../session-list/use-sessions.ts';

/** The sessions of a workspace. */
export function SessionListPane({
  workspace,
  current,
  onNew,
  onDeleted,
}: {
  readonly workspace: string;
  readonly current: string | undefined;
  onNew(): void;
  onDeleted(session: string): void;
}) {
  const host = useHost();
  const { phase, sessions, error } = useSessions();
  const [words, setWords] = useState('');
  const [listed, setListed] = useState<'open' | 'archived'>('open');
  const [renaming, setRenaming] = useState<SessionSummary>();
  const shown = useMemo(
    () => filterSessions(sessions, { workspace, words, archived: listed === 'archived' }),
    [sessions, workspace, words, listed],
  );
  return (
    <section className="sessions" aria-label="Sessions">
      <header className="sessions-head">
        <h1>Sessions</h1>
        <Button kind="primary" size="small" icon={<Plus />} onClick={onNew}>
          New
        </Button>
      </header>
      <div className="sessions-filter">
        <input
          className="input"
          type="search"
          aria-label="Filter sessions"
          placeholder="Filter"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <Segments<'open' | 'archived'>
          label="Session filter"
          value={listed}
          options={[
            { value: 'open', label: 'Open' },
            { value: 'archived', label: 'Archived', icon: <Archive aria-hidden />, iconOnly: true },
          ]}
          onChange={(next) => setListed(next)}
        />
      </div>
      {phase === 'failed' && error !== undefined && (
        <Failure error={error} retry={() => refreshSessions(host)} />
      )}
      {phase === 'loading' && shown.length === 0 ? (
        <div className="sessions-skeleton" role="status" aria-label="Loading sessions">
          {[1, 2, 3, 4].map((index) => (
            <Skeleton key={index} style={{ height: 52 }} />
          ))}
        </div>
      ) : shown.length === 0 ? (
        <Nothing words={words} listed={listed} onNew={onNew} />
      ) : (
        <Rows
          workspace={workspace}
          sessions={shown}
          current={current}
          onRename={setRenaming}
          onDeleted={onDeleted}
        />
      )}
      <RenameDialog session={renaming} onClose={() => setRenaming(undefined)} />
    </section>
  );
}

function Nothing({
  words,
  listed,
  onNew,
}: {
  readonly words: string;
  readonly listed: 'open' | 'archived';
  onNew(): void;
}) {
  if (words.trim() !== '')
    return (
      <Empty icon={<MessagesSquare />} title="No matching sessions">
        No session title matches. To search messages, use the search above.
      </Empty>
    );
  if (listed === 'archived')
    return (
      <Empty icon={<Archive />} title="Nothing is archived">
        Archived sessions appear here.
      </Empty>
    );
  return (
    <Empty
      icon={<MessagesSquare />}
      title="No sessions yet"
      actions={<Button onClick={onNew}>Start one</Button>}
    >
      A session is a conversation with an agent that can use the servers of this workspace.
    </Empty>
  );
}

const rowHeight = 60;

function Rows({
  workspace,
  sessions,
  current,
  onRename,
  onDeleted,
}: {
  readonly workspace: string;
  readonly sessions: readonly SessionSummary[];
  readonly current: string | undefined;
  onRename(session: SessionSummary): void;
  onDeleted(session: string): void;
}) {
  const { client } = useHost();
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoised
  const virtualizer = useVirtualizer({
    count: sessions.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => sessions[index]?.resource ?? index,
    overscan: 10,
  });
  const partsFor = (session: SessionSummary): readonly MenuPart[] => {
    const archived = isArchived(session.status);
    return [
      { id: 'rename', label: 'Rename…', icon: <Pencil />, run: () => onRename(session) },
      {
        id: 'copyLink',
        label: 'Copy link',
        icon: <Link />,
        run: () => copyLink({ page: 'session', workspace, session: session.resource }),
      },
      {
        id: 'read',
        label: markOf(session.status) === 'unread' ? 'Mark as read' : 'Mark as unread',
        run: () => setRead(client, session.resource, markOf(session.status) === 'unread'),
      },
      {
        id: 'archive',
        label: archived ? 'Restore' : 'Archive',
        icon: archived ? <ArchiveRestore /> : <Archive />,
        run: () => setArchived(client, session, !archived),
      },
      { separator: true },
      {
        id: 'delete',
        label: 'Delete…',
        icon: <Trash2 />,
        tone: 'danger',
        run: () => {
          void deleteSession(client, session).then((isGone) => isGone && onDeleted(session.resource));
        },
      },
    ];
  };
  return (
    <div ref={scroller} className="sessions-scroller scroll-area">
      <ul style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const session = sessions[item.index];
          if (session === undefined) return null;
          const { resource, title, status, modifiedAt, activity } = session;
          const mark = markOf(status);
          const parts = partsFor(session);
          return (
            <ContextMenu key={item.key} parts={parts}>
              <li
                className="sessions-entry"
                data-current={resource === current || undefined}
                data-unread={mark === 'unread' || mark === 'needs-you' || undefined}
                style={{ height: item.size, transform: `translateY(${item.start}px)` }}
              >
                <a
                  href={formatRoute({ page: 'session', workspace, session: resource })}
                  aria-current={resource === current ? 'page' : undefined}
                >
                  <span className="sessions-title">{title || 'New session'}</span>
                  <span className="sessions-about">
                    {mark !== undefined && mark !== 'unread' && (
                      <strong data-mark={mark}>
                        {mark === 'working' ? activity || 'Working' : markWords[mark]}
                      </strong>
                    )}
                    <TimeAgo at={modifiedAt} />
                  </span>
                  <Mark status={status} />
                </a>
                <Menu
                  trigger={
                    <IconButton
                      label={`More for ${title || 'New session'}`}
                      size="small"
                      icon={<Ellipsis />}
                    />
                  }
                  parts={parts}
                />
              </li>
            </ContextMenu>
          );
        })}
      </ul>
    </div>
  );
}
