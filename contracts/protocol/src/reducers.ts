import type { StateAction } from './actions.ts';
import { reduceChat } from './channels/chat/reducer.ts';
import type { ChatState } from './channels/chat/state.ts';
import { reduceResourceWatch } from './channels/resource-watch/reducer.ts';
import type { ResourceWatchState } from './channels/resource-watch/state.ts';
import { reduceRoot } from './channels/root/reducer.ts';
import type { RootState } from './channels/root/state.ts';
import { reduceSession } from './channels/session/reducer.ts';
import type { SessionState } from './channels/session/state.ts';
import type { ChannelScheme } from './channels/uris.ts';

export type ChannelState = RootState | SessionState | ChatState | ResourceWatchState;

type AnyReducer = (state: ChannelState, action: StateAction) => ChannelState;

const reducers: Readonly<Record<ChannelScheme, unknown>> = {
  root: reduceRoot,
  session: reduceSession,
  chat: reduceChat,
  resourceWatch: reduceResourceWatch,
};

/** The reducer of a channel's kind. Actions of other kinds leave the state as it is. */
export function reducerFor(kind: ChannelScheme): AnyReducer {
  return reducers[kind] as AnyReducer;
}
