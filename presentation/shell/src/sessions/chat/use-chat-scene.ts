import { createChat } from '@loggia/client';
import { viewSpeakerOf, type AgentInfo, type ChatState, type SessionState } from '@loggia/protocol';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { suggestText } from '../../links/suggested-text.ts';
import { attempt } from '../../ui/toast-queue.ts';
import { resend } from './resend.ts';
import type { Scene } from './scene.tsx';

interface Setting {
  readonly workspace: string;
  readonly session: string;
  readonly sessionState: SessionState;
  readonly chat: string;
  readonly agent: AgentInfo | undefined;
  /** Whether the chat takes messages. */
  readonly canSpeak: boolean;
  openChat(chat: string, turn?: string): void;
  answered(subject: string): void;
}

/** The scene of a transcript's parts. The same object until one of its values changes. */
export function useChatScene(setting: Setting): Scene {
  const { workspace, session, sessionState, chat, agent, canSpeak, openChat, answered } = setting;
  const host = useHost();
  const { client } = host;
  const { activeClients, customizations } = sessionState;
  const canFork = agent?.capabilities?.multipleChats?.fork === true;
  const [memory] = useState(() => new Map<string, unknown>());
  const open = useRef(openChat);
  const moveOn = useRef(answered);
  useLayoutEffect(() => {
    open.current = openChat;
    moveOn.current = answered;
  }, [openChat, answered]);
  return useMemo<Scene>(
    () => ({
      workspace,
      session,
      chat,
      owners: { activeClients, ...(customizations && { customizations }) },
      memory,
      canFork,
      canSpeak,
      openChat: (other, where) => open.current(other, where),
      answered: (subject) => moveOn.current(subject),
      fork: (from) =>
        attempt(
          createChat(client, session, { source: { kind: 'fork', chat, turnId: from } }).then((made) =>
            open.current(made),
          ),
        ),
      resend: (from, text) => resend(client, chat, host.chats.view<ChatState>(chat).state, from, text),
      retryOf: (from) => {
        const { turns = [], activeTurn } = host.chats.view<ChatState>(chat).state ?? {};
        // A call that failed is drawn while its turn still runs, and not again when that ends.
        const { message } = [activeTurn, ...turns].find((turn) => turn?.id === from) ?? {};
        if (!canSpeak || message === undefined || viewSpeakerOf(message) !== undefined) return undefined;
        return () => suggestText(message.text);
      },
      resume: (from) => attempt(client.dispatch(chat, { type: 'chat/turnResume', turnId: from }).settled),
    }),
    [workspace, session, chat, activeClients, customizations, memory, canFork, canSpeak, client, host],
  );
}
