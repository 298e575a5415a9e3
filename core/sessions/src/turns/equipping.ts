import type { Scheduler } from '@loggia/kernel';
import type { Equipment } from '../equipment.ts';
import type { ActiveTurn } from './active-turn.ts';
import { missingSentence, waitingSentence } from './server-sentences.ts';

export interface EquippingPorts {
  readonly turn: ActiveTurn;
  readonly equipment: Pick<Equipment, 'ready'>;
  readonly scheduler: Pick<Scheduler, 'turn'>;
  show(activity: string | undefined): void;
  notice(text: string): void;
}

/** Waits until the session's servers are ready, or take too long. Rejects if the turn ends first. */
export async function untilEquipped(ports: EquippingPorts): Promise<void> {
  const { turn, equipment, scheduler } = ports;
  let waiting = true;
  let isSaid = false;
  let awaited: readonly string[] = [];
  const say = (): void => {
    if (waiting && isSaid) ports.show(waitingSentence(awaited));
  };
  const ready = equipment.ready(turn.session, turn.signal, (servers) => {
    awaited = servers;
    say();
  });
  // Shows nothing if the equipment is ready immediately.
  scheduler.turn(() => {
    isSaid = true;
    say();
  });
  let missing: readonly string[] = [];
  try {
    missing = await turn.within(ready);
  } finally {
    waiting = false;
    ports.show(undefined);
  }
  if (missing.length > 0) ports.notice(missingSentence(missing));
}
