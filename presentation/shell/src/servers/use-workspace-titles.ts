import { useLibrary } from '../host/use-channel.ts';

/** The titles of all workspaces, by id. */
export function useWorkspaceTitles(): ReadonlyMap<string, string> {
  return new Map(useLibrary()?.workspaces.map(({ id, title }) => [id, title]));
}
