import type { AnyChannelKind, ChannelKind } from '@loggia/kernel';
import {
  foldSession,
  reduceAnnotations,
  reduceChat,
  reduceResourceWatch,
  reduceRoot,
  type AnnotationsAction,
  type AnnotationsState,
  type ChatAction,
  type ChatState,
  type ResourceWatchAction,
  type ResourceWatchState,
  type RootAction,
  type RootState,
  type SessionAction,
  type SessionState,
  type Turn,
} from '@loggia/protocol';
import { liveServers } from './live-servers.ts';
import { lastModified, summaryFacts } from './summary.ts';

const rootKind: ChannelKind<RootState, RootAction> = {
  name: 'root',
  reduce: reduceRoot,
  describe: () => ({ busy: false, modifiedAt: '' }),
};

/**
 * Busy means that a restart has something to settle: an interrupted creation, clients that may not return, or servers
 * that went down with the host.
 */
const sessionKind: ChannelKind<SessionState, SessionAction> = {
  name: 'session',
  reduce: foldSession,
  describe: (state) => ({
    busy: state.lifecycle === 'creating' || state.activeClients.length > 0 || liveServers(state).length > 0,
    modifiedAt: lastModified(state),
    title: state.title,
    summary: summaryFacts(state),
  }),
};

/** Turns are stored apart from the rest, so that a finished turn is written once, however long the chat gets. */
const chatKind: ChannelKind<ChatState, ChatAction> = {
  name: 'chat',
  reduce: reduceChat,
  parts: {
    split: ({ turns, ...head }) => ({ head, items: turns }),
    join: (head, items) => ({ ...(head as Omit<ChatState, 'turns'>), turns: items as Turn[] }),
  },
  describe: (state) => ({
    busy: state.activeTurn !== undefined,
    modifiedAt: state.modifiedAt,
    title: state.title,
  }),
};

const annotationsKind: ChannelKind<AnnotationsState, AnnotationsAction> = {
  name: 'annotations',
  reduce: reduceAnnotations,
  describe: () => ({ busy: false, modifiedAt: '' }),
};

const resourceWatchKind: ChannelKind<ResourceWatchState, ResourceWatchAction> = {
  name: 'resourceWatch',
  keepsUnchanged: true,
  reduce: reduceResourceWatch,
  describe: () => ({ busy: true, modifiedAt: '' }),
};

export const kinds: readonly AnyChannelKind[] = [
  rootKind,
  sessionKind,
  chatKind,
  annotationsKind,
  resourceWatchKind,
];
