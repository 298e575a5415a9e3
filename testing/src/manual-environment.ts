import type { Environment } from '@loggia/client';
import { ManualClock } from './manual-clock.ts';
import { ManualScheduler } from './manual-scheduler.ts';

/** The test controls time, random numbers are always in the middle, and ids count up. */
export class ManualEnvironment implements Environment {
  readonly clock: ManualClock;
  readonly scheduler: ManualScheduler;
  /** The result of `random` from now on. */
  chance = 0.5;
  readonly #name: string;
  #ids = 0;

  /** `name` tells the ids of several environments apart. */
  constructor(name = 'id', now = 0) {
    this.#name = name;
    this.clock = new ManualClock(now);
    this.scheduler = new ManualScheduler(this.clock);
  }

  now(): number {
    return this.clock.now();
  }

  after(ms: number, run: () => void): () => void {
    return this.scheduler.after(ms, run);
  }

  random(): number {
    return this.chance;
  }

  newId(): string {
    return `${this.#name}-${++this.#ids}`;
  }

  advance(ms: number): Promise<void> {
    return this.scheduler.advance(ms);
  }
}
