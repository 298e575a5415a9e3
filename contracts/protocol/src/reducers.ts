import type { StateAction } from './actions.ts';
import { reduceAnnotations } from './channels/annotations/reducer.ts';
import type { AnnotationsState } from './channels/annotations/state.ts';
import { reduceChangeset } from './channels/changeset/reducer.ts';
import type { ChangesetState } from './channels/changeset/state.ts';
import { reduceChat } from './channels/chat/reducer.ts';
import type { ChatState } from './channels/chat/state.ts';
import { reduceResourceWatch } from './channels/resource-watch/reducer.ts';
import type { ResourceWatchState } from './channels/resource-watch/state.ts';
import { reduceRoot } from './channels/root/reducer.ts';
import type { RootState } from './channels/root/state.ts';
import { foldSession } from './channels/session/fold.ts';
import { reduceSession } from './channels/session/reducer.ts';
import type { SessionState } from './channels/session/state.ts';
import { reduceTerminal } from './channels/terminal/reducer.ts';
import type { TerminalState } from './channels/terminal/state.ts';
import type { ChannelScheme } from './channels/uris.ts';

export type ChannelState =
  | RootState
  | SessionState
  | ChatState
  | AnnotationsState
  | TerminalState
  | ChangesetState
  | ResourceWatchState;

type AnyReducer = (state: ChannelState, action: StateAction) => ChannelState;

const reducers: Readonly<Record<ChannelScheme, unknown>> = {
  root: reduceRoot,
  session: reduceSession,
  chat: reduceChat,
  annotations: reduceAnnotations,
  terminal: reduceTerminal,
  changeset: reduceChangeset,
  resourceWatch: reduceResourceWatch,
};

/** The reducer of a channel's kind. Actions of other kinds leave the state unchanged. */
export function reducerFor(kind: ChannelScheme): AnyReducer {
  return reducers[kind] as AnyReducer;
}

/** How hosts and clients fold a channel's actions: its reducer, and for sessions the status that follows from it. */
export function foldFor(kind: ChannelScheme): AnyReducer {
  return kind === 'session' ? (foldSession as AnyReducer) : reducerFor(kind);
}
