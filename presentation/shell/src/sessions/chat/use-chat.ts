import { globalEnvironment, type ChannelSnapshot } from '@loggia/client';
import type { ChatState } from '@loggia/protocol';
import { useEffect, useMemo } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { useReadable } from '../../host/use-channel.ts';
import { paced } from '../../host/pace.ts';

const redrawMs = 50;

/** A chat while it is on screen. An answer that streams in is drawn twenty times a second at most. */
export function useChat(uri: string): ChannelSnapshot<ChatState> {
  const { chats } = useHost();
  useEffect(() => chats.hold(uri), [chats, uri]);
  const view = chats.view<ChatState>(uri);
  return useReadable(useMemo(() => paced(view, globalEnvironment, redrawMs), [view]));
}
