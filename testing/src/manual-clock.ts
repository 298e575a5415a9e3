import type { Clock } from '@loggia/kernel';

/** A clock that only moves when told to. */
export class ManualClock implements Clock {
  #now: number;

  constructor(now: number = Date.UTC(2026, 0, 1)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  advance(ms: number): void {
    this.#now += ms;
  }
}
