import type { Clock } from './ports/clock.ts';

/** A token bucket: full at first, refilled at a steady rate. */
export class Rate {
  readonly #clock: Clock;
  readonly #perSecond: number;
  readonly #burst: number;
  #tokens: number;
  #filledAt: number;

  constructor(clock: Clock, perSecond: number, burst: number) {
    this.#clock = clock;
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#tokens = burst;
    this.#filledAt = clock.now();
  }

  /**
   * Takes tokens, going into debt if necessary. Returns zero if they were available, else the milliseconds until some
   * are.
   */
  take(count = 1): number {
    this.#tokens -= count;
    if (this.#tokens >= 0) return 0;
    this.#refill();
    if (this.#tokens >= 0) return 0;
    return Math.ceil(((this.#perSecond / 10 - this.#tokens) / this.#perSecond) * 1000);
  }

  /** The number of available tokens; negative in debt. */
  get available(): number {
    this.#refill();
    return this.#tokens;
  }

  #refill(): void {
    const now = this.#clock.now();
    const earned = ((now - this.#filledAt) / 1000) * this.#perSecond;
    this.#tokens = Math.min(this.#burst, this.#tokens + Math.max(0, earned));
    this.#filledAt = now;
  }
}
