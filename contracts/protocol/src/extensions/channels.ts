import { reduceLibrary } from './library/reducer.ts';
import { reduceWorkspace } from './workspace/reducer.ts';

/** Our own channels besides the protocol's: `x-` is reserved for this, and other clients ignore them. */
const workspacePrefix = 'x-loggia-workspace:/';

export const libraryUri = 'x-loggia-library:/';

export function workspaceUri(id: string): string {
  return `${workspacePrefix}${id}`;
}

/** The workspace of a channel; undefined for every other channel. */
export function workspaceOf(uri: string): string | undefined {
  return uri.startsWith(workspacePrefix) ? uri.slice(workspacePrefix.length) : undefined;
}

type Reduce = (state: unknown, action: { readonly type: string }) => unknown;

/** The reducer of our own channels; undefined for others. */
export function extensionReducer(uri: string): Reduce | undefined {
  if (uri === libraryUri) return reduceLibrary as unknown as Reduce;
  return workspaceOf(uri) === undefined ? undefined : (reduceWorkspace as unknown as Reduce);
}
