import { workspaceUri, type TypeView, type WorkspaceState } from '@loggia/protocol';
import { useMemo } from 'react';
import { shellCommands } from '../commands/command-registry.ts';
import { useAnswer } from '../host/use-answer.ts';
import { useChannel, useLibrary, useReadable } from '../host/use-channel.ts';
import { asYouType } from '../host/as-you-type.ts';
import { useSessions } from '../session-list/use-sessions.ts';
import { useSettled } from '../ui/use-settled.ts';
import {
  artifactEntries,
  commandEntries,
  hitEntries,
  libraryEntries,
  searchEntry,
  serverEntries,
  sessionEntries,
} from './entries.ts';
import { allEntries, plain, rankEntries, type Section } from './rank.ts';
import { RecentStore } from './recents.ts';

const mostHits = 10;
const settleMs = 120;

export const recentEntries = new RecentStore(localStorage);

export interface Found {
  readonly sections: readonly Section[];
  /** The types of the open workspace, for icons. */
  readonly types: readonly TypeView[];
  /** Whether the host is still looking. */
  readonly isSearching: boolean;
  /** Why the host could not look. */
  readonly error: Error | undefined;
}

/** Everything that the palette offers for the query. Local matches come at once, the host's results below them. */
export function useSections(query: string, workspace: string | undefined): Found {
  const commands = useReadable(shellCommands);
  const library = useLibrary();
  const { sessions } = useSessions();
  const here = useChannel<WorkspaceState>(
    workspace === undefined ? undefined : workspaceUri(workspace),
  )?.state;
  // Those of the workspace, which the page for servers shows first.
  const servers = useAnswer(
    'x-loggia/listServers',
    workspace === undefined ? undefined : { session: workspaceUri(workspace) },
  ).value?.servers;
  const recent = useMemo(() => recentEntries.read(), []);

  const named = useMemo(() => {
    const artifacts = artifactEntries(here);
    const shown = new Set(artifacts.map(({ id }) => id));
    return [
      ...artifacts,
      ...recent.artifacts.filter(({ id }) => !shown.has(id)),
      ...commandEntries(commands),
      ...libraryEntries(library, workspace),
      ...sessionEntries(sessions),
      ...serverEntries(servers ?? []),
    ];
  }, [commands, library, sessions, here, servers, workspace, recent]);

  const wanted = asYouType(query);
  const asked = useSettled(wanted, settleMs);
  const answer = useAnswer(
    'x-loggia/search',
    asked === undefined || wanted === undefined ? undefined : { query: asked, limit: mostHits },
  );
  const hits = wanted === undefined ? undefined : answer.value?.hits;

  const sections = useMemo(() => {
    if (query.trim() === '') return allEntries(named, recent.ids);
    const known = rankEntries(query, named, recent.ids);
    const shown = new Set(known.flatMap(({ entries }) => entries.map(({ entry }) => entry.id)));
    const found = hitEntries(hits ?? [], shown, sessions);
    const labels = [...new Set(found.map(({ group }) => group))];
    return [
      ...known,
      { label: 'Search', entries: [plain(searchEntry(query))] },
      ...labels.map((label) => ({
        label,
        entries: found.filter(({ group }) => group === label).map(plain),
      })),
    ];
  }, [query, named, recent, hits, sessions]);

  return {
    sections,
    types: here?.types ?? [],
    isSearching: wanted !== undefined && (asked !== wanted || answer.isLoading),
    error: wanted === undefined ? undefined : answer.error,
  };
}
