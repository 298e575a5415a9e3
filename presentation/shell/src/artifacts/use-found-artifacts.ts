import type { ArtifactSummary } from '@loggia/protocol';
import { useMemo } from 'react';
import { asYouType } from '../host/as-you-type.ts';
import { useAnswer } from '../host/use-answer.ts';
import { useWorkspace } from '../host/use-channel.ts';
import { useSettled } from '../ui/use-settled.ts';
import { byTitle } from './by-title.ts';

const settleMs = 150;
const mostFound = 30;

/**
 * The artifacts of a workspace that match the query, best first; the last changed ones for an empty query. Matches
 * known to the page come at once, and the host's results follow. None without a query.
 */
export function useFoundArtifacts(workspace: string, query: string | undefined): readonly ArtifactSummary[] {
  const known = useWorkspace(workspace)?.state?.artifacts;
  const asked = useSettled(query === undefined ? undefined : asYouType(query), settleMs);
  const answer = useAnswer(
    'x-loggia/search',
    asked === undefined ? undefined : { query: asked, workspace, kinds: ['artifact'], limit: mostFound },
  );
  const hits = asked === undefined ? undefined : answer.value?.hits;
  return useMemo(() => {
    if (query === undefined) return [];
    const found = (hits ?? []).flatMap((hit) => (hit.kind === 'artifact' ? [hit.artifact] : []));
    return byTitle(known ?? [], found, query).slice(0, mostFound);
  }, [known, hits, query]);
}
