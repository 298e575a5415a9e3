import type { Clock } from '@loggia/kernel';

/** A bucket of tokens: full at first, refilled at a steady rate. */
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

  /** Takes a token. Zero when there was one, else the milliseconds until there will be some again. */
  take(): number {
    this.#tokens -= 1;
    if (this.#tokens >= 0) return 0;
    this.#refill();
    if (this.#tokens >= 0) return 0;
    return Math.ceil(((this.#perSecond / 10 - this.#tokens) / this.#perSecond) * 1000);
  }

  #refill(): void {
    const now = this.#clock.now();
    const earned = ((now - this.#filledAt) / 1000) * this.#perSecond;
    this.#tokens = Math.min(this.#burst, this.#tokens + Math.max(0, earned));
    this.#filledAt = now;
  }
}
