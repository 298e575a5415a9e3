import { globalEnvironment, type ChannelSnapshot } from '@loggia/client';
import type { ChatState } from '@loggia/protocol';
import { useEffect, useMemo } from 'react';
import { ChannelCache } from '../../host/channel-cache.ts';
import { useHost } from '../../host/host-context.tsx';
import type { ShellHost } from '../../host/shell-host.ts';
import { useReadable } from '../../host/use-channel.ts';
import { paced } from '../transcript/pace.ts';

/** More than fills a screen; the others come as somebody scrolls up to them. */
const turnsAtFirst = 40;
const redrawMs = 32;

const caches = new WeakMap<ShellHost, ChannelCache>();

/** Chats, each with its last turns only. */
export function chatsOf(host: ShellHost): ChannelCache {
  const known = caches.get(host);
  if (known) return known;
  const cache = new ChannelCache(
    {
      subscribe: <State>(uri: string) =>
        host.client.subscribe<State>(uri, { kind: 'chat', view: { turns: turnsAtFirst } }),
    },
    globalEnvironment,
  );
  caches.set(host, cache);
  return cache;
}

/** A chat while it is on screen. An answer that streams in is drawn some thirty times a second at most. */
export function useChat(uri: string): ChannelSnapshot<ChatState> {
  const host = useHost();
  const chats = chatsOf(host);
  useEffect(() => chats.hold(uri), [chats, uri]);
  const view = chats.view<ChatState>(uri);
  return useReadable(useMemo(() => paced(view, globalEnvironment, redrawMs), [view]));
}
