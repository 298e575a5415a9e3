import { withConfigValues } from '../../common/config.ts';
import { reducerOf } from '../../define-actions.ts';
import type { RootAction } from './actions.ts';
import type { RootState } from './state.ts';

export const reduceRoot = reducerOf<RootState, RootAction>({
  'root/agentsChanged': (state, { agents }) => ({ ...state, agents }),
  'root/activeSessionsChanged': (state, { activeSessions }) => ({ ...state, activeSessions }),
  'root/terminalsChanged': (state, { terminals }) => ({ ...state, terminals }),
  'root/configChanged': (state, action) =>
    state.config ? { ...state, config: withConfigValues(state.config, action) } : state,
});
