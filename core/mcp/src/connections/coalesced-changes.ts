import type { Scheduler } from '@loggia/kernel';

/** How long changes are collected after the first one. */
const gatherMs = 100;
const pauseMs = 1_000;

/** Handles frequent changes once at a time, with a pause in between. The last change isn't lost. */
export class CoalescedChanges {
  readonly #scheduler: Scheduler;
  readonly #handle: () => Promise<void> | void;
  #cancelTimer: (() => void) | undefined;
  #isHandling = false;
  #isDue = false;

  /** `handle` doesn't reject. */
  constructor(scheduler: Scheduler, handle: () => Promise<void> | void) {
    this.#scheduler = scheduler;
    this.#handle = handle;
  }

  tell(): void {
    this.#isDue = true;
    if (!this.#isHandling && this.#cancelTimer === undefined) this.#lookIn(gatherMs);
  }

  /** Drops pending changes. */
  cancel(): void {
    this.#isDue = false;
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  #lookIn(ms: number): void {
    this.#cancelTimer = this.#scheduler.after(ms, () => {
      this.#cancelTimer = undefined;
      if (this.#isDue) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#isDue = false;
    this.#isHandling = true;
    await this.#handle();
    this.#isHandling = false;
    this.#lookIn(pauseMs);
  }
}
