import './chat.css';
import { ownAgent, type AgentInfo, type ChatState, type SessionState } from '@loggia/protocol';
import { MessagesSquare } from 'lucide-react';
import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useCommands } from '../../commands/use-commands.ts';
import { useHost } from '../../host/host-context.tsx';
import { CanSuggestContext } from '../../links/links-context.ts';
import { useAgents } from '../../session-list/use-sessions.ts';
import { Empty, Failure } from '../../ui/states.tsx';
import { attempt } from '../../ui/toast-queue.ts';
import type { Sending } from '../composer/composer-model.ts';
import { Composer } from '../composer/composer.tsx';
import { draftIn } from '../composer/drafts.ts';
import { QueueList } from '../composer/queue-list.tsx';
import { ViewContext } from '../composer/view-context.tsx';
import { ContextMeter } from '../context/context-meter.tsx';
import { Transcript, type TranscriptHandle } from '../transcript/transcript.tsx';
import { Announcer } from './announcer.tsx';
import { ChatSkeleton } from './chat-skeleton.tsx';
import { FindPanel, type Find } from './find-panel.tsx';
import { focusAfterAnswer } from './focus-after-answer.ts';
import { SceneContext } from './scene.tsx';
import { messageOf, say, setOption, steer, stopTurn, type Draft } from './speak.ts';
import { useChatDrop } from './use-chat-drop.ts';
import { useChatScene } from './use-chat-scene.ts';
import { useChat } from './use-chat.ts';
import { useRead } from './use-read.ts';
import { WaitingBar } from './waiting-bar.tsx';
import type { Waiting } from './waiting.ts';

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
        <Failure error={error ?? new Error('This chat no longer exists. Choose another.')} />
      </div>
    );
  }
  if (state === undefined) return <ChatSkeleton />;
  return <OpenChat key={props.chat} {...props} state={state} />;
}

function OpenChat(props: ChatPaneProps & { readonly state: ChatState }) {
  const { workspace, session, sessionState, chat, turn, waiting, isPage, openChat, state } = props;
  const own = ownAgent(state);
  const agents = useAgents();
  const agent = own === undefined ? props.agent : agents?.find(({ provider }) => provider === own);
  const host = useHost();
  const { client } = host;
  const transcript = useRef<TranscriptHandle>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const [find, setFind] = useState<Find>();
  const keeper = draftIn(host, chat);
  useEffect(() => keeper.follow(state.draft), [keeper, state.draft]);
  useRead(session, sessionState, chat, state);

  /** The state at the time of an action, which may be later than the last render. */
  const now = useCallback(
    (): ChatState => host.chats.view<ChatState>(chat).state ?? state,
    [host, chat, state],
  );
  const canSpeak = state.interactivity !== 'read-only' && state.interactivity !== 'hidden';
  const here = waiting.filter((entry) => entry.chat === chat);
  const answered = (subject: string): void => {
    if (place.current === null) return;
    const show = (next: string): void => transcript.current?.toSubject(next);
    focusAfterAnswer(place.current, { answered: subject, waiting: here, composer: input.current, show });
  };
  const scene = useChatScene({ ...props, agent, canSpeak, answered });

  const dropping = useChatDrop(canSpeak);

  const stop = (): void => {
    const stopping = stopTurn(client, chat, now());
    if (stopping) attempt(stopping);
  };
  const send = async (draft: Draft, how: Sending): Promise<void> => {
    transcript.current?.toEnd();
    const message = messageOf(draft);
    const current = now();
    if (how === 'steer' && current.activeTurn)
      return steer(client, chat, current, { id: client.environment.newId(), message });
    const { subscribe } = host.chats.view<ChatState>(chat);
    await say(client, { uri: chat, state: now, subscribe }, message);
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
  const hasTurns = state.turns.length > 0 || isRunning;
  return (
    <SceneContext value={scene}>
      <CanSuggestContext value={canSpeak}>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of what is inside */}
        <div ref={place} className="chat" onKeyDown={press} {...dropping}>
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
            place={place}
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
              <Empty icon={<MessagesSquare />} title="No messages yet">
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
                session={session}
                chat={chat}
                chatState={state}
                config={own === undefined ? sessionState.config : undefined}
                keeper={keeper}
                agent={agent}
                customizations={sessionState.customizations}
                placeholder={isRunning ? 'Queue a follow-up' : 'Write a message'}
                isRunning={isRunning}
                inputRef={input}
                context={<ViewContext chat={chat} state={state} />}
                meter={<ContextMeter {...props} onSend={send} />}
                onAgent={
                  own === undefined
                    ? (provider) => attempt(host.ask('x-loggia/switchAgent', { session, provider }))
                    : undefined
                }
                onOption={(name, value) => attempt(setOption(client, session, name, value))}
                onSend={send}
                onStop={stop}
              />
            </div>
          ) : (
            <p className="chat-closed">This chat is run by an agent, so you can’t write in it.</p>
          )}
        </div>
      </CanSuggestContext>
    </SceneContext>
  );
}
