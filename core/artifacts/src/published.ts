import { asCommitted } from './shape.ts';
import type { ArtifactFilter, ArtifactStore, ListedArtifact } from './store.ts';

/**
 * The artifact as a collection shows it: the last committed version, whatever the draft is. Text and picture of the
 * card are derived from the draft, so they are left out if the two differ. Undefined if it has just been purged.
 */
export async function asPublished(
  store: ArtifactStore,
  row: ListedArtifact,
): Promise<ListedArtifact | undefined> {
  const version = await store.version(row.id, row.version);
  if (!version) return undefined;
  const published = asCommitted(row, version);
  return row.dirty ? { ...published, excerpt: undefined, thumbnail: undefined } : published;
}

/** The states to look for in a collection, which only shows committed artifacts; undefined if none match. */
export function statesIn(
  collection: string | undefined,
  states: ArtifactFilter['states'],
): { readonly states?: ArtifactFilter['states'] } | undefined {
  if (collection === undefined || states === undefined) return { states };
  return states.includes('committed') ? {} : undefined;
}
