import type { AnyChannelKind, ChannelKind } from '@loggia/kernel';
import {
  reduceLibrary,
  reduceWorkspace,
  type LibraryAction,
  type LibraryState,
  type WorkspaceAction,
  type WorkspaceState,
} from '@loggia/protocol';

export const workspaceKindName = 'workspace';
export const libraryKindName = 'library';

/** Busy means that a restart has something to settle: servers that went down with the host. */
const workspaceKind: ChannelKind<WorkspaceState, WorkspaceAction> = {
  name: workspaceKindName,
  // Actions on artifacts outside the state are news, too: clients that show a page of them follow the actions.
  keepsUnchanged: true,
  reduce: reduceWorkspace,
  parts: {
    split: ({ artifacts, ...head }) => ({ head, items: artifacts }),
    join: (head, items) => ({
      ...(head as Omit<WorkspaceState, 'artifacts'>),
      artifacts: items as WorkspaceState['artifacts'],
    }),
  },
  describe: (state) => ({
    busy: (state.customizations?.length ?? 0) > 0,
    modifiedAt: state.artifacts[0]?.modifiedAt ?? state.createdAt,
    title: state.title,
  }),
};

const libraryKind: ChannelKind<LibraryState, LibraryAction> = {
  name: libraryKindName,
  reduce: reduceLibrary,
  describe: () => ({ busy: false, modifiedAt: '' }),
};

export const artifactKinds: readonly AnyChannelKind[] = [workspaceKind, libraryKind];
