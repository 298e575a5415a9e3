import { reducerOf } from '../../define-actions.ts';
import type { ResourceWatchAction } from './actions.ts';
import type { ResourceWatchState } from './state.ts';

/** Changes are events for watchers; the state only says what is watched. */
export const reduceResourceWatch = reducerOf<ResourceWatchState, ResourceWatchAction>({
  'resourceWatch/changed': (state) => state,
});
