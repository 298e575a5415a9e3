import type { Permission } from '@loggia/content';
import type { ArtifactStore, EventRow } from '../store.ts';
import { powersBehind } from './event.ts';

/** More transitions than this after one that nobody was told of yet, and it lends nothing. */
const mostLater = 100;

/**
 * The permissions that the owner is lent with an event, of those that it needs: what whoever is behind the event held.
 *
 * An owner looks at the artifact as it is by then, so whoever acted on it since has to have held them, too. Their events
 * are still stored: they come after this one.
 */
export async function lentWith(
  row: EventRow,
  needs: readonly Permission[],
  store: Pick<ArtifactStore, 'events'>,
): Promise<readonly Permission[]> {
  if (needs.length === 0) return [];
  const later = await store.events({ artifact: row.artifact, after: row.id, limit: mostLater });
  if (later.length === mostLater) return [];
  const held = [row, ...later].map(powersBehind);
  return needs.filter((power) => held.every((powers) => powers.includes(power)));
}
