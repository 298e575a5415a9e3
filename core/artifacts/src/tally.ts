import type { ArtifactCounts } from '@loggia/protocol';
import { stateOf } from './shape.ts';
import type { ArtifactRow, ListedArtifact } from './store.ts';

type Count = 'drafts' | 'committed' | 'archived' | 'deleted';

/** A change of one artifact. Without `before` it is new, without `after` it is purged. */
export interface Change {
  readonly before?: ListedArtifact | undefined;
  readonly after?: ListedArtifact | undefined;
}

function countOf(row: ArtifactRow): Count {
  if (row.deletedAt !== undefined) return 'deleted';
  const state = stateOf(row);
  return state === 'draft' ? 'drafts' : state;
}

export function countsAfter(counts: ArtifactCounts, changes: readonly Change[]): ArtifactCounts {
  const next = { ...counts };
  for (const { before, after } of changes) {
    if (before) next[countOf(before)] -= 1;
    if (after) next[countOf(after)] += 1;
  }
  return next;
}

/** Whether the collections that it is linked into show it. */
function isPublished(row: ArtifactRow): boolean {
  return row.version > 0 && !row.archived && row.deletedAt === undefined;
}

/** By collection, the change of the number it shows; zero for one that shows another version than before. */
export function shownDifferences(changes: readonly Change[]): ReadonlyMap<string, number> {
  const differences = new Map<string, number>();
  for (const { before, after } of changes) {
    const shownIn = before && isPublished(before) ? before.collections : [];
    const willShowIn = after && isPublished(after) ? after.collections : [];
    if (shownIn.length === 0 && willShowIn.length === 0) continue;
    const add = (id: string, by: number): void => void differences.set(id, (differences.get(id) ?? 0) + by);
    for (const id of shownIn) if (!willShowIn.includes(id)) add(id, -1);
    for (const id of willShowIn) {
      if (!shownIn.includes(id)) add(id, 1);
      else if (before?.version !== after?.version) add(id, 0);
    }
  }
  return differences;
}
