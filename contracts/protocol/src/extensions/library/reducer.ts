import { upsert } from '../../common/objects.ts';
import { reducerOf } from '../../define-actions.ts';
import type { LibraryAction } from './actions.ts';
import type { LibraryState } from './state.ts';

function withoutId<T extends { readonly id: string }>(list: T[], id: string): T[] {
  const rest = list.filter((item) => item.id !== id);
  return rest.length === list.length ? list : rest;
}

export const reduceLibrary = reducerOf<LibraryState, LibraryAction>({
  'x-loggia/workspaceSet': (state, { workspace }) => ({
    ...state,
    workspaces: upsert(state.workspaces, workspace, ({ id }) => id === workspace.id),
  }),
  'x-loggia/workspaceRemoved': (state, { id }) => {
    const workspaces = withoutId(state.workspaces, id);
    return workspaces === state.workspaces ? state : { ...state, workspaces };
  },
  'x-loggia/collectionSet': (state, { collection }) => ({
    ...state,
    collections: upsert(state.collections, collection, ({ id }) => id === collection.id),
  }),
  'x-loggia/collectionRemoved': (state, { id }) => {
    const collections = withoutId(state.collections, id);
    return collections === state.collections ? state : { ...state, collections };
  },
});
