import type { Clock } from '@loggia/kernel';

const digits = 32;
const ofMoment = 10;
const ofCount = 4;
const ofChance = 8;

function padded(value: number, length: number): string {
  return value.toString(digits).padStart(length, '0');
}

/** Ids that sort in the order of creation, and are unique across processes. */
export class EventIds {
  readonly #clock: Clock;
  readonly #random: () => number;
  #moment = 0;
  #count = 0;

  /** `random` returns numbers from 0 up to but not including 1. */
  constructor(clock: Clock, random: () => number) {
    this.#clock = clock;
    this.#random = random;
  }

  next(): string {
    const now = this.#clock.now();
    // Neither a clock that is set back nor an overflow of the counter may put later events before earlier ones.
    const counts = now <= this.#moment && this.#count < digits ** ofCount - 1;
    this.#count = counts ? this.#count + 1 : 0;
    if (!counts) this.#moment = Math.max(now, this.#moment + 1);
    const chance = Math.floor(this.#random() * digits ** ofChance);
    return `${padded(this.#moment, ofMoment)}${padded(this.#count, ofCount)}${padded(chance, ofChance)}`;
  }
}
