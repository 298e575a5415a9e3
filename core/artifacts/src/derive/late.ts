import type { Clock } from '@loggia/kernel';
import { deriveLimits } from './limits.ts';

interface Failed {
  readonly key: string;
  readonly times: number;
  /** Infinity while it is being retried: after another failure it gets a new time. */
  readonly again: number;
}

/** Failed artifacts, and when to retry each. */
export class Late {
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #failed = new Map<string, Failed>();

  constructor(clock: Clock, random: () => number) {
    this.#clock = clock;
    this.#random = random;
  }

  /** Whether it is too early to retry this substance of the artifact. */
  isWaiting(artifact: string, key: string): boolean {
    const failed = this.#failed.get(artifact);
    return failed?.key === key && failed.again > this.#clock.now() && failed.again < Infinity;
  }

  /** False if it has failed too often. */
  failed(artifact: string, key: string): boolean {
    const before = this.#failed.get(artifact);
    const times = before?.key === key ? before.times + 1 : 1;
    const { firstPauseMs, longestPauseMs, attempts, late } = deriveLimits;
    this.#failed.delete(artifact);
    if (times >= attempts || this.#failed.size >= late) return false;
    const whole = Math.min(longestPauseMs, firstPauseMs * 2 ** (times - 1));
    const again = this.#clock.now() + Math.round(whole * (1 - this.#random() / 4));
    this.#failed.set(artifact, { key, times, again });
    return true;
  }

  /** There is nothing to retry. */
  forget(artifact: string): void {
    this.#failed.delete(artifact);
  }

  /** Those that are due, each reported once. */
  due(): readonly string[] {
    const now = this.#clock.now();
    const due = [...this.#failed].filter(([, { again }]) => again <= now);
    for (const [artifact, failed] of due) this.#failed.set(artifact, { ...failed, again: Infinity });
    return due.map(([artifact]) => artifact);
  }

  /** Infinity if nothing is waiting. */
  nextAt(): number {
    let next = Infinity;
    for (const { again } of this.#failed.values()) next = Math.min(next, again);
    return next;
  }
}
