import type { Clock } from '@loggia/kernel';
import type { LifecycleEvent } from '../ports.ts';
import type { ArtifactWrite } from '../store.ts';
import { EventIds } from './event-ids.ts';
import { eventOf } from './event.ts';

/**
 * Creates the write that makes a transition's event be delivered. `random` returns numbers from 0 up to but not
 * including 1.
 */
export function createEmitter(ports: {
  readonly clock: Clock;
  readonly random: () => number;
}): (event: LifecycleEvent) => ArtifactWrite {
  const ids = new EventIds(ports.clock, ports.random);
  return ({ kind, artifact, ...details }) => ({
    kind: 'event',
    row: eventOf(kind, artifact, { id: ids.next(), ...details }),
  });
}
