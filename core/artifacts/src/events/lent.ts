import type { Permission } from '@loggia/content';
import type { ArtifactStore, EventRow } from '../store.ts';
import { powersBehind } from './event.ts';

/** With more later transitions than this, an event lends nothing. */
const mostLater = 100;

/**
 * The permissions that an event lends to the owner, of those that it needs: only those that the author of the event
 * held.
 *
 * An owner sees the artifact in its current state, so everybody who acted on it since must have held them too. Their
 * events are still stored, since they come after this one.
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
