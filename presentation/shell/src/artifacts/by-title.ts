import type { ArtifactSummary } from '@loggia/protocol';
import { fuzzyMatch } from '../palette/fuzzy.ts';

/** Those whose title fits, the best first; then what the host found by its words. Nothing in the trash. */
export function byTitle(
  known: readonly ArtifactSummary[],
  found: readonly ArtifactSummary[],
  query: string,
): readonly ArtifactSummary[] {
  const wanted = query.trim();
  const there = known.filter(({ deletedAt }) => deletedAt === undefined);
  if (wanted === '') return there.toSorted((a, b) => b.modifiedAt.localeCompare(a.modifiedAt));
  const fits = there
    .flatMap((artifact) => {
      const match = fuzzyMatch(wanted, artifact.title);
      return match ? [{ artifact, score: match.score }] : [];
    })
    .toSorted((a, b) => b.score - a.score)
    .map(({ artifact }) => artifact);
  const listed = new Set(fits.map(({ id }) => id));
  return [...fits, ...found.filter(({ id, deletedAt }) => !listed.has(id) && deletedAt === undefined)];
}
