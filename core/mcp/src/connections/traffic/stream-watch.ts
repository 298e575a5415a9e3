import type { ServerBudget, Tally } from './server-budget.ts';

/** After so long a silence the server gets all its time again. */
const silenceMs = 1_000;
/** The share of the time in which the host has to be waiting for a server, and not the other way round. */
const leastIdle = 0.2;

/**
 * Watches whether the host keeps up with one stream of a server. Whatever slows the reading down, rates or a busy
 * machine, a server that always has more to say than is read is one that doesn't stop.
 */
export class StreamWatch {
  readonly #budget: ServerBudget;
  readonly #now: () => number;
  #since: number;
  #idleMs = 0;
  #before: Tally;

  constructor(budget: ServerBudget, now: () => number = () => performance.now()) {
    this.#budget = budget;
    this.#now = now;
    this.#since = now();
    this.#before = budget.tally;
  }

  /** There was nothing to read for so long. */
  waited(ms: number): void {
    if (ms >= silenceMs) this.#restart();
    else this.#idleMs += ms;
  }

  /** Something was read and handled. */
  handled(): void {
    const forMs = this.#now() - this.#since;
    if (forMs < this.#budget.patienceMs) return;
    if (this.#idleMs < forMs * leastIdle) this.#budget.outpaced(this.#before);
    this.#restart();
  }

  #restart(): void {
    this.#since = this.#now();
    this.#idleMs = 0;
    this.#before = this.#budget.tally;
  }
}
