/**
 * When the kernel gets to run.
 *
 * The implementer owes that functions run later, never inside the call that hands them over, each at most once, and
 * turns in the order they were asked for. What the kernel hands over does not throw.
 */
export interface Scheduler {
  /** Runs `fn` once, at the end of this turn of the event loop: what is appended until then shares a transaction. */
  turn(fn: () => void): void;

  /** Runs `fn` once, after `ms` milliseconds. The result cancels it; cancelling late or twice is harmless. */
  after(ms: number, fn: () => void): () => void;
}
