/**
 * Lets the kernel run code later.
 *
 * Implementations run functions later, never inside the call that passes them, each at most once, and turns in the
 * order they were requested. The kernel's functions don't throw.
 */
export interface Scheduler {
  /** Runs `fn` once, at the end of this turn of the event loop: everything appended until then shares a transaction. */
  turn(fn: () => void): void;

  /** Runs `fn` once, after `ms` milliseconds. The returned function cancels it; canceling late or twice is harmless. */
  after(ms: number, fn: () => void): () => void;
}
