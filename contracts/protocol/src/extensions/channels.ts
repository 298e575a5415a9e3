import { reduceLibrary } from './library/reducer.ts';
import { reduceWorkspace } from './workspace/reducer.ts';

/** Channels of ours beside the protocol's: `x-` is reserved for such, and other clients ignore them. */
const workspacePrefix = 'x-loggia-workspace:/';

export const libraryUri = 'x-loggia-library:/';

export function workspaceUri(id: string): string {
  return `${workspacePrefix}${id}`;
}

/** The workspace that a channel belongs to; undefined for every other channel. */
export function workspaceOf(uri: string): string | undefined {
  return uri.startsWith(workspacePrefix) ? uri.slice(workspacePrefix.length) : undefined;
}

type Reduce = (state: unknown, action: { readonly type: string }) => unknown;

/** How our own channels are folded; undefined for what is none of ours. */
export function extensionReducer(uri: string): Reduce | undefined {
  if (uri === libraryUri) return reduceLibrary as unknown as Reduce;
  return workspaceOf(uri) === undefined ? undefined : (reduceWorkspace as unknown as Reduce);
}
