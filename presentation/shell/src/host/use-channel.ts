import type { ChannelSnapshot, Readable } from '@loggia/client';
import { libraryUri, workspaceUri, type LibraryState, type WorkspaceState } from '@loggia/protocol';
import { useEffect, useSyncExternalStore } from 'react';
import { useHost } from './host-context.tsx';

export function useReadable<Value>(readable: Readable<Value>): Value {
  return useSyncExternalStore(readable.subscribe, readable.getSnapshot);
}

/** A channel for as long as it is on screen; undefined without a URI. */
export function useChannel<State>(uri: string | undefined): ChannelSnapshot<State> | undefined {
  const { channels } = useHost();
  useEffect(() => (uri === undefined ? undefined : channels.hold(uri)), [channels, uri]);
  const view = uri === undefined ? nothing : channels.view<State>(uri);
  return useSyncExternalStore<ChannelSnapshot<State> | undefined>(view.subscribe, view.getSnapshot);
}

const nothing: Readable<undefined> = { subscribe: () => () => undefined, getSnapshot: () => undefined };

export function useLibrary(): LibraryState | undefined {
  return useChannel<LibraryState>(libraryUri)?.state;
}

export function useWorkspace(id: string): ChannelSnapshot<WorkspaceState> | undefined {
  return useChannel<WorkspaceState>(workspaceUri(id));
}
