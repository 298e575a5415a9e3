import { ProcessorShare } from './processor-share.ts';
import type { ServerBudget, Tally } from './server-budget.ts';

/** After silence this long, the server's time starts over. */
const silenceMs = 1_000;
/** The minimum share of time in which the host must be waiting for the server. */
const leastIdle = 0.2;

/**
 * Watches one stream of a server: the cost of handling it, and whether the host keeps up. Whatever slows reading down,
 * a server that always has more to read counts as one that doesn't stop.
 */
export class StreamWatch {
  readonly #budget: ServerBudget;
  readonly #now: () => number;
  readonly #processor = new ProcessorShare();
  #askedBefore = 0;
  #since: number;
  #idleMs = 0;
  #before: Tally;

  constructor(budget: ServerBudget, now: () => number = () => performance.now()) {
    this.#budget = budget;
    this.#now = now;
    this.#since = now();
    this.#before = budget.tally;
  }

  /** There was nothing to read for this long. */
  waited(ms: number): void {
    if (ms >= silenceMs) this.#restart();
    else this.#idleMs += ms;
  }

  /** A message is about to be handled. */
  handles(): void {
    this.#askedBefore = this.#budget.askedSoFar;
    this.#processor.start();
  }

  /** A message was handled. Returns the milliseconds to pause before the next: none after answers to the host. */
  handled(): number {
    this.#judge();
    return this.#budget.askedSoFar > this.#askedBefore ? 0 : this.#processor.stop();
  }

  #judge(): void {
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
