import './chat.css';
import { createChat } from '@loggia/client';
import { hasStatus, Status, type AgentInfo, type ChatState, type SessionState } from '@loggia/protocol';
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';
import { useCommands } from '../../commands/use-commands.ts';
import { useHost } from '../../host/host-context.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { Empty, Failure } from '../../ui/states.tsx';
import { attempt, complain } from '../../ui/toasts.tsx';
import type { Sending } from '../composer/composer-model.ts';
import { Composer } from '../composer/composer.tsx';
import { draftIn } from '../composer/drafts.ts';
import { QueueList } from '../composer/queue-list.tsx';
import { ViewContext } from '../composer/view-context.tsx';
import { FindBar } from '../transcript/find-bar.tsx';
import { rowsOf } from '../transcript/rows.ts';
import { Transcript, type TranscriptHandle } from '../transcript/transcript.tsx';
import { modelContextOf } from '../../views/model-context.ts';
import { Announcer } from './announcer.tsx';
import { SceneContext, type Scene } from './scene.tsx';
import { messageOf, newTurn, say, steer, stopTurn, type Draft } from './speak.ts';
import { ChatSkeleton } from './chat-skeleton.tsx';
import { useChat } from './use-chat.ts';
import { WaitingBar } from './waiting-bar.tsx';
import type { Waiting } from './waiting.ts';
import { MessagesSquare } from 'lucide-react';

interface ChatPaneProps {
  readonly workspace: string;
  readonly session: string;
  readonly sessionState: SessionState;
  readonly chat: string;
  readonly turn: string | undefined;
  readonly agent: AgentInfo | undefined;
  readonly waiting: readonly Waiting[];
  /** In a page of its own, the keys of the browser's search are the chat's. */
  readonly isPage: boolean;
  openChat(chat: string, turn?: string): void;
}

/** One chat: what was said, what waits, and where to write. */
export function ChatPane(props: ChatPaneProps) {
  const { phase, state, error } = useChat(props.chat);
  if (phase === 'gone') {
    return (
      <div className="chat-problem">
        <Failure error={error ?? new Error('This chat is gone. Choose another.')} />
      </div>
    );
  }
  if (state === undefined) return <ChatSkeleton />;
  return <OpenChat key={props.chat} {...props} state={state} />;
}

function OpenChat({
  workspace,
  session,
  sessionState,
  chat,
  turn,
  agent,
  waiting,
  isPage,
  openChat,
  state,
}: ChatPaneProps & { readonly state: ChatState }) {
  const host = useHost();
  const { client } = host;
  const transcript = useRef<TranscriptHandle>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  const [find, setFind] = useState<{ query: string; current: string | undefined }>();
  const keeper = draftIn(host, chat);
  useEffect(() => keeper.follow(state.draft), [keeper, state.draft]);
  useRead(session, sessionState, chat, state);

  /** As it is when somebody acts, which may be later than what was drawn last. */
  const now = useCallback(
    (): ChatState => host.chats.view<ChatState>(chat).state ?? state,
    [host, chat, state],
  );
  const { activeClients, customizations } = sessionState;
  const canSpeak = state.interactivity !== 'read-only' && state.interactivity !== 'hidden';
  const canFork = agent?.capabilities?.multipleChats?.fork === true;
  const [memory] = useState(() => new Map<string, unknown>());
  const open = useRef(openChat);
  useLayoutEffect(() => {
    open.current = openChat;
  }, [openChat]);
  const scene = useMemo<Scene>(
    () => ({
      workspace,
      session,
      chat,
      owners: { activeClients, ...(customizations && { customizations }) },
      memory,
      canFork,
      canSpeak,
      openChat: (other, where) => open.current(other, where),
      fork: (from) =>
        attempt(
          createChat(client, session, { source: { kind: 'fork', chat, turnId: from } }).then((made) =>
            open.current(made),
          ),
        ),
      resend: (from, text) => resend(host, chat, host.chats.view<ChatState>(chat).state, from, text),
      resume: (from) => attempt(client.dispatch(chat, { type: 'chat/turnResume', turnId: from }).settled),
    }),
    [workspace, session, chat, activeClients, customizations, memory, canFork, canSpeak, client, host],
  );

  const stop = (): void => {
    const stopping = stopTurn(client, chat, now());
    if (stopping) attempt(stopping);
  };
  const send = async (draft: Draft, how: Sending): Promise<void> => {
    transcript.current?.toEnd();
    const told = modelContextOf(chat).take();
    const message = messageOf({ ...draft, attachments: [...draft.attachments, ...told] });
    const current = now();
    if (how === 'steer' && current.activeTurn)
      return steer(client, chat, current, { id: client.environment.newId(), message });
    try {
      const { subscribe } = host.chats.view<ChatState>(chat);
      await say(client, { uri: chat, state: now, subscribe }, message);
    } catch (error) {
      keeper.edit({ attachments: [...keeper.getSnapshot().attachments, ...told] });
      throw error;
    }
  };

  const isRunning = state.activeTurn !== undefined;
  useCommands([
    {
      id: 'session.write',
      title: 'Write a message',
      group: 'Session',
      keys: 'Mod+I',
      run: () => input.current?.focus(),
    },
    {
      id: 'session.find',
      title: 'Find in this chat',
      group: 'Session',
      ...(isPage && { keys: 'Mod+F' }),
      run: () => setFind((shown) => shown ?? { query: '', current: undefined }),
    },
    ...(isRunning
      ? [{ id: 'session.stop', title: 'Stop the agent', group: 'Session', keys: 'Alt+S', run: stop }]
      : []),
    {
      id: 'session.end',
      title: 'To the newest message',
      group: 'Session',
      keys: 'Alt+End',
      run: () => transcript.current?.toEnd(),
    },
  ]);
  const press = (event: KeyboardEvent): void => {
    const wantsFind = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'f';
    if (!wantsFind) return;
    event.preventDefault();
    setFind((shown) => shown ?? { query: '', current: undefined });
  };
  const here = waiting.filter((entry) => entry.chat === chat);
  const hasTurns = state.turns.length > 0 || isRunning;
  return (
    <SceneContext value={scene}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of what is inside */}
      <div className="chat" onKeyDown={press}>
        {find !== undefined && (
          <FindPanel
            workspace={workspace}
            chat={chat}
            state={state}
            find={find}
            onFind={setFind}
            transcript={transcript}
          />
        )}
        <WaitingBar
          waiting={waiting}
          chat={chat}
          session={sessionState}
          onGo={(entry) => {
            if (entry.chat === chat) transcript.current?.toSubject(entry.subject);
            else openChat(entry.chat);
          }}
        />
        {hasTurns ? (
          <Transcript chat={chat} state={state} turn={turn} handle={transcript} find={find} />
        ) : (
          <div className="chat-empty">
            <Empty icon={<MessagesSquare />} title="Nothing has been said here yet">
              Write the first message below.
            </Empty>
          </div>
        )}
        <Announcer state={state} waiting={here} />
        {canSpeak ? (
          <div className="chat-foot">
            <QueueList chat={chat} state={state} />
            <Composer
              workspace={workspace}
              keeper={keeper}
              agent={agent}
              customizations={customizations}
              placeholder={isRunning ? 'Add something, for when it is done' : 'Write a message'}
              isRunning={isRunning}
              inputRef={input}
              context={<ViewContext chat={chat} />}
              onSend={send}
              onStop={stop}
            />
          </div>
        ) : (
          <p className="chat-closed">This chat is run by an agent; it takes no messages.</p>
        )}
      </div>
    </SceneContext>
  );
}

function FindPanel({
  workspace,
  chat,
  state,
  find,
  onFind,
  transcript,
}: {
  readonly workspace: string;
  readonly chat: string;
  readonly state: ChatState;
  readonly find: { readonly query: string; readonly current: string | undefined };
  onFind(find: { query: string; current: string | undefined } | undefined): void;
  readonly transcript: { readonly current: TranscriptHandle | null };
}) {
  const { turns, activeTurn } = state;
  const rows = useMemo(() => rowsOf(activeTurn ? { turns, activeTurn } : { turns }), [turns, activeTurn]);
  return (
    <FindBar
      workspace={workspace}
      chat={chat}
      rows={rows}
      hasMore={state.turnsNextCursor !== undefined}
      query={find.query}
      current={find.current}
      onQuery={(query) => onFind({ query, current: undefined })}
      onMatch={(current) => {
        onFind({ ...find, current });
        transcript.current?.toRow(current);
      }}
      onTurn={(turn) => {
        transcript.current?.toTurn(turn).catch(complain);
      }}
      onClose={() => onFind(undefined)}
    />
  );
}

/** Cuts the chat before a turn and says that turn's message in other words. */
async function resend(
  { client }: Pick<ReturnType<typeof useHost>, 'client'>,
  chat: string,
  state: ChatState | undefined,
  turn: string,
  text: string,
): Promise<boolean> {
  if (state === undefined) return false;
  const index = state.turns.findIndex(({ id }) => id === turn);
  const message = (state.turns[index] ?? state.activeTurn)?.message;
  if (message === undefined) return false;
  const at = index < 0 ? state.turns.length : index;
  const before = state.turns[at - 1];
  if (before === undefined && state.turnsNextCursor !== undefined) {
    complain('Scroll up a little first: what was said before this message is not loaded yet.');
    return false;
  }
  const later = state.turns.length - at - 1 + (state.activeTurn && index >= 0 ? 1 : 0);
  if (later > 0) {
    const sure = await confirm({
      title: 'Send it again from here?',
      text: `What came after it is discarded: ${later === 1 ? 'one turn' : `${later} turns`}. To keep both, fork the turn before it instead.`,
      action: 'Discard and send',
      danger: true,
    });
    if (!sure) return false;
  }
  try {
    await client.dispatch(chat, { type: 'chat/truncated', ...(before && { turnId: before.id }) }).settled;
    await client.dispatch(chat, newTurn(client, { ...message, text, origin: { kind: 'user' } })).settled;
    return true;
  } catch (error) {
    complain(error);
    return false;
  }
}

/** What is on screen is read: once the agent rests, and somebody looks. */
function useRead(session: string, sessionState: SessionState, chat: string, state: ChatState): void {
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
