import type { Clock } from '@loggia/kernel';
import type { LifecycleEvent } from '../ports.ts';
import type { ArtifactWrite } from '../store.ts';
import { EventIds } from './event-ids.ts';
import { eventOf } from './event.ts';

/** What a transition writes so that its event is delivered. `random` gives numbers from 0 up to but not including 1. */
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
