import { libraryUri, workspaceUri, type LibraryState, type WorkspaceState } from '@loggia/protocol';
import type { AhpClient } from '../ahp-client.ts';
import type { ChannelView } from '../channels/channel-view.ts';

/** A workspace as it is now: counts, types, servers, and the artifacts that were modified last. */
export type WorkspaceView = ChannelView<WorkspaceState>;
/** All workspaces and collections of the host. */
export type LibraryView = ChannelView<LibraryState>;

/** The workspace's servers run for as long as somebody has it open; dispose of the view to let go. */
export function openWorkspace(client: AhpClient, id: string): WorkspaceView {
  return client.subscribe(workspaceUri(id));
}

export function openLibrary(client: AhpClient): LibraryView {
  return client.subscribe(libraryUri);
}
