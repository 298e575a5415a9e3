import { createChat } from '@loggia/client';
import type { AgentInfo, ChatState, SessionState } from '@loggia/protocol';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useHost } from '../../host/host-context.tsx';
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
}

/** Where the parts of a transcript are, and what they can do there. The same object until one of these changes. */
export function useChatScene(setting: Setting): Scene {
  const { workspace, session, sessionState, chat, agent, canSpeak, openChat } = setting;
  const host = useHost();
  const { client } = host;
  const { activeClients, customizations } = sessionState;
  const canFork = agent?.capabilities?.multipleChats?.fork === true;
  const [memory] = useState(() => new Map<string, unknown>());
  const open = useRef(openChat);
  useLayoutEffect(() => {
    open.current = openChat;
  }, [openChat]);
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
      fork: (from) =>
        attempt(
          createChat(client, session, { source: { kind: 'fork', chat, turnId: from } }).then((made) =>
            open.current(made),
          ),
        ),
      resend: (from, text) => resend(client, chat, host.chats.view<ChatState>(chat).state, from, text),
      resume: (from) => attempt(client.dispatch(chat, { type: 'chat/turnResume', turnId: from }).settled),
    }),
    [workspace, session, chat, activeClients, customizations, memory, canFork, canSpeak, client, host],
  );
}
