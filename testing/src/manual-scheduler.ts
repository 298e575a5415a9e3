import type { Scheduler } from '@loggia/kernel';
import type { ManualClock } from './manual-clock.ts';

interface Timer {
  readonly at: number;
  readonly fn: () => void;
}

/** Turns end and timers fire only when the test says so. */
export class ManualScheduler implements Scheduler {
  readonly #clock: ManualClock;
  #turns: (() => void)[] = [];
  readonly #timers = new Set<Timer>();

  constructor(clock: ManualClock) {
    this.#clock = clock;
  }

  turn(fn: () => void): void {
    this.#turns.push(fn);
  }

  after(ms: number, fn: () => void): () => void {
    const timer = { at: this.#clock.now() + ms, fn };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  get pendingTurns(): number {
    return this.#turns.length;
  }

  get pendingTimers(): number {
    return this.#timers.size;
  }

  /** When the next timer is due; undefined if there is none. */
  get nextTimerAt(): number | undefined {
    const due = [...this.#timers].map((timer) => timer.at);
    return due.length > 0 ? Math.min(...due) : undefined;
  }

  /** Ends the turn. Its promises settle after the caller's next `await`. */
  endTurn(): void {
    const turns = this.#turns;
    this.#turns = [];
    for (const fn of turns) fn();
  }

  /** Ends turns until no more are requested and every promise that can settle has. */
  async settle(): Promise<void> {
    await allPromises();
    while (this.#turns.length > 0) {
      this.endTurn();
      await allPromises();
    }
  }

  /** Lets time pass, firing each timer at its time and settling after it. */
  async advance(ms: number): Promise<void> {
    const end = this.#clock.now() + ms;
    await this.settle();
    for (;;) {
      const due = [...this.#timers].filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
      this.#timers.delete(due);
      this.#clock.advance(Math.max(0, due.at - this.#clock.now()));
      due.fn();
      await this.settle();
    }
    this.#clock.advance(end - this.#clock.now());
  }
}

function allPromises(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
