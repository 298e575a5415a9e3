import type { Clock } from '@loggia/kernel';

/** Counts the members that currently share one allowance, so that many cost no more than one. */
export class FairShare {
  readonly #clock: Clock;
  readonly #members = new Map<object, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts the member until then. Returns the number of members. */
  join(member: object, until: number): number {
    const now = this.#clock.now();
    for (const [other, its] of this.#members) if (its < now) this.#members.delete(other);
    this.#members.set(member, until);
    return this.#members.size;
  }

  leave(member: object): void {
    this.#members.delete(member);
  }
}
