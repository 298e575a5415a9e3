import { ProcessorShare } from './processor-share.ts';
import type { ServerBudget, Tally } from './server-budget.ts';

/** After so long a silence the server gets all its time again. */
const silenceMs = 1_000;
/** The share of the time in which the host has to be waiting for a server, and not the other way round. */
const leastIdle = 0.2;

/**
 * Watches one stream of a server: what it takes to handle it, and whether the host keeps up with it. Whatever slows the
 * reading down, a server that always has more to say than is read is one that doesn't stop.
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

  /** There was nothing to read for so long. */
  waited(ms: number): void {
    if (ms >= silenceMs) this.#restart();
    else this.#idleMs += ms;
  }

  /** A message is about to be handled. */
  handles(): void {
    this.#askedBefore = this.#budget.askedSoFar;
    this.#processor.start();
  }

  /** It has been. Returns the milliseconds to rest before the next: none after what the host had asked for. */
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
