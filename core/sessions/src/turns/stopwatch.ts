import type { Clock } from '@loggia/kernel';

/** Measures from a timestamp on. Never negative, and not affected by a clock that was set back. */
export class Stopwatch {
  readonly #clock: Clock;
  readonly #startedAt: number;

  constructor(clock: Clock, startedAt: string) {
    this.#clock = clock;
    this.#startedAt = Date.parse(startedAt);
  }

  get passed(): number {
    const passed = this.#clock.now() - this.#startedAt;
    return Number.isFinite(passed) ? Math.max(0, passed) : 0;
  }
}
