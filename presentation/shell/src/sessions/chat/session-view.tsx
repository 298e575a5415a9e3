import { createChat } from '@loggia/client';
import { sessionAgent, type ChatSummary, type SessionState } from '@loggia/protocol';
import { Ellipsis } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useCommands } from '../../commands/use-commands.ts';
import { useHost } from '../../host/host-context.tsx';
import type { ShellHost } from '../../host/shell-host.ts';
import { useChannel } from '../../host/use-channel.ts';
import { copyLink } from '../../navigation/copy-link.ts';
import { IconButton } from '../../ui/button.tsx';
import { confirm } from '../../ui/question-queue.ts';
import { Menu, type MenuPart } from '../../ui/menu.tsx';
import { Failure } from '../../ui/states.tsx';
import { attempt } from '../../ui/toast-queue.ts';
import { deleteSession, setArchived, setRead } from '../list/session-changes.ts';
import { isArchived } from '../../session-list/session-marks.ts';
import { useAgents, useSessionSummary } from '../../session-list/use-sessions.ts';
import { useLikelyViews } from '../../views/early-views.ts';
import type { ExportFormat } from '../export/export-session.ts';
import { ChatPane } from './chat-pane.tsx';
import { ChatSkeleton } from './chat-skeleton.tsx';
import { ChatTabs } from './chat-tabs.tsx';
import { SessionDialogs, type SessionDialog } from './session-dialogs.tsx';
import { useSessionPanels } from './use-session-panels.tsx';
import { waitingIn } from './waiting.ts';

interface SessionViewProps {
  readonly workspace: string;
  readonly session: string;
  readonly chat: string | undefined;
  readonly turn: string | undefined;
  readonly isPage: boolean;
  /** Stands before the title, and in its place where there is a switcher. */
  readonly lead?: ReactNode;
  readonly title?: ReactNode;
  /** Stands after the menu. */
  readonly trail?: ReactNode;
  openChat(chat: string, turn?: string): void;
  onDeleted(): void;
}

/** A session: its head, its chats, and the one that is open. */
export function SessionView(props: SessionViewProps) {
  const snapshot = useChannel<SessionState>(props.session);
  const { phase = 'loading', state, error } = snapshot ?? {};
  if (phase === 'gone' || state?.lifecycle === 'failed') {
    const why = state?.creationError?.message ?? error?.message ?? 'It no longer exists.';
    return (
      <div className="session">
        <header className="session-head">
          {props.lead}
          <h2>{props.title ?? 'Session'}</h2>
          {props.trail}
        </header>
        <div className="chat-problem">
          <Failure
            error={new Error(`This session cannot be shown: ${why} Choose another, or start a new one.`)}
          />
        </div>
      </div>
    );
  }
  if (state === undefined) {
    return (
      <div className="session">
        <header className="session-head">
          {props.lead}
          <h2>{props.title ?? ''}</h2>
          {props.trail}
        </header>
        <ChatSkeleton />
      </div>
    );
  }
  return <OpenSession {...props} state={state} />;
}

/** The code for it is loaded when it is wanted. */
async function saveSession(host: ShellHost, session: string, format: ExportFormat): Promise<void> {
  const { exportSession } = await import('../export/export-session.ts');
  await exportSession(host, session, format);
}

const closing = {
  title: 'Close this chat?',
  text: 'Its messages are deleted. The session’s other chats stay.',
  action: 'Close',
  danger: true,
} as const;

function OpenSession({
  workspace,
  session,
  chat: asked,
  turn,
  isPage,
  lead,
  title,
  trail,
  openChat,
  onDeleted,
  state,
}: SessionViewProps & { readonly state: SessionState }) {
  const host = useHost();
  const { client } = host;
  const agents = useAgents();
  const summary = useSessionSummary(session);
  useLikelyViews(state);
  const [dialog, setDialog] = useState<SessionDialog>();
  const answering = sessionAgent(state);
  const agent = agents?.find(({ provider }) => provider === answering);
  const chat = (asked || undefined) ?? state.defaultChat ?? state.chats[0]?.resource;
  const { buttons, entries, panels } = useSessionPanels(session, state, chat);
  const waiting = waitingIn(state);
  const canAdd = agent?.capabilities?.multipleChats !== undefined;
  const addChat = (): void => attempt(createChat(client, session).then((made) => openChat(made)));
  const closeChat = (entry: ChatSummary): void =>
    attempt(
      (async () => {
        const sure = await confirm(closing);
        if (!sure) return;
        if (entry.resource === chat) openChat(state.defaultChat ?? '');
        await client.request('disposeChat', { channel: entry.resource });
      })(),
    );
  const remove = async (): Promise<void> => {
    if (summary !== undefined && (await deleteSession(client, summary))) onDeleted();
  };
  const exportAs = (format: ExportFormat): void => attempt(saveSession(host, session, format));
  const archived = isArchived(state.status);
  // In a session with several chats, the link leads to the open one.
  const isOther = chat !== undefined && chat !== state.defaultChat;
  const copy = (): void => copyLink({ page: 'session', workspace, session, ...(isOther && { chat }) });
  const menu: readonly MenuPart[] = [
    { id: 'rename', label: 'Rename…', run: () => setDialog('rename') },
    ...(canAdd ? [{ id: 'chat', label: 'New chat in this session', run: addChat }] : []),
    ...entries,
    { id: 'folder', label: 'Folder…', run: () => setDialog('folder') },
    { id: 'details', label: 'Details', run: () => setDialog('details') },
    { id: 'copyLink', label: 'Copy link', run: copy },
    { id: 'markdown', label: 'Export as Markdown', run: () => exportAs('markdown') },
    { id: 'json', label: 'Export as JSON', run: () => exportAs('json') },
    { id: 'unread', label: 'Mark as unread', run: () => setRead(client, session, false) },
    ...(summary === undefined
      ? []
      : [
          {
            id: 'archive',
            label: archived ? 'Restore' : 'Archive',
            run: () => setArchived(client, summary, !archived),
          },
          { separator: true as const },
          { id: 'delete', label: 'Delete…', tone: 'danger' as const, run: () => void remove() },
        ]),
  ];
  useCommands([
    { id: 'session.rename', title: 'Rename the session', group: 'Session', run: () => setDialog('rename') },
    { id: 'session.copyLink', title: 'Copy the link to the session', group: 'Session', run: copy },
    { id: 'session.folder', title: 'Session folder…', group: 'Session', run: () => setDialog('folder') },
    {
      id: 'session.details',
      title: 'Details of the session',
      group: 'Session',
      run: () => setDialog('details'),
    },
    {
      id: 'session.export',
      title: 'Export the session as Markdown',
      group: 'Session',
      run: () => exportAs('markdown'),
    },
    ...(canAdd
      ? [{ id: 'session.chat', title: 'New chat in this session', group: 'Session', run: addChat }]
      : []),
    ...(summary === undefined
      ? []
      : [
          {
            id: 'session.archive',
            title: archived ? 'Restore the session' : 'Archive the session',
            group: 'Session',
            run: () => setArchived(client, summary, !archived),
          },
        ]),
  ]);
  return (
    <div className="session">
      <header className="session-head">
        {lead}
        <h2>{title ?? (state.title || 'New session')}</h2>
        {isPage && <span className="session-agent">{agent?.displayName ?? answering}</span>}
        {buttons}
        <Menu
          trigger={<IconButton label="More for this session" size="small" icon={<Ellipsis />} />}
          parts={menu}
        />
        {trail}
      </header>
      {chat !== undefined && (
        <ChatTabs
          session={state}
          chat={chat}
          canAdd={canAdd}
          onOpen={(other) => openChat(other)}
          onAdd={addChat}
          onCopyLink={(other) => copyLink({ page: 'session', workspace, session, chat: other })}
          onClose={closeChat}
        />
      )}
      {chat === undefined || state.lifecycle === 'creating' ? (
        <ChatSkeleton />
      ) : (
        <ChatPane
          key={chat}
          workspace={workspace}
          session={session}
          sessionState={state}
          chat={chat}
          turn={turn}
          agent={agent}
          waiting={waiting}
          isPage={isPage}
          openChat={openChat}
        />
      )}
      {panels}
      <SessionDialogs
        dialog={dialog}
        session={session}
        state={state}
        summary={summary}
        agent={agent}
        onClose={() => setDialog(undefined)}
      />
    </div>
  );
}
