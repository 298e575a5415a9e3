import type { Clock, Scheduler } from '@loggia/kernel';
import { waitAfter, type BackOff } from './back-off.ts';

export interface RestartPorts {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** In [0, 1). */
  random(): number;
  readonly backOff: BackOff;
}

/** Decides when to restart a failed server: counts failures in a row and holds the timer for the next attempt. */
export class Restarts {
  readonly #ports: RestartPorts;
  #failures = 0;
  #count = 0;
  #readySince: number | undefined;
  #cancelTimer: (() => void) | undefined;

  constructor(ports: RestartPorts) {
    this.#ports = ports;
  }

  /** The number of restarts after it had been up. */
  get count(): number {
    return this.#count;
  }

  /** In a row. */
  get failures(): number {
    return this.#failures;
  }

  /** Whether the next attempt is scheduled. */
  get isPlanned(): boolean {
    return this.#cancelTimer !== undefined;
  }

  get isOverCeiling(): boolean {
    return this.#failures >= this.#ports.backOff.ceiling;
  }

  /**
   * Attempts before it is up for the first time, such as to reach a host that doesn't listen yet, don't count as
   * restarts.
   */
  ready(): void {
    if (this.#readySince === undefined) this.#count = 0;
    this.#readySince = this.#ports.clock.now();
  }

  /** A server that was up for long enough starts a new row of failures. */
  fell(): void {
    if (this.#ports.clock.now() - (this.#readySince ?? 0) >= this.#ports.backOff.provenMs) this.#failures = 0;
  }

  failed(): void {
    this.#failures += 1;
  }

  forgive(): void {
    this.#failures = 0;
  }

  counted(): void {
    this.#count += 1;
  }

  /** Returns a sentence that says when. */
  plan(begin: () => void): string {
    const ms = waitAfter(this.#failures, this.#ports.backOff, this.#ports.random());
    this.#cancelTimer = this.#ports.scheduler.after(ms, () => {
      this.#count += 1;
      begin();
    });
    return `Starting it again in ${Math.round(ms / 100) / 10} seconds.`;
  }

  /** An attempt starts, or isn't needed any more. */
  cancel(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }
}
