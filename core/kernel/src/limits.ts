export interface KernelLimits {
  /** A channel is snapshotted after this many actions, or later while its head is longer than their text. */
  readonly snapshotEvery: number;
  /** A channel that nobody watches or uses leaves memory after this time. */
  readonly idleMs: number;
  /** How many sequence numbers back a client can be and still get a replay. */
  readonly retainActions: number;
  /** How much of the log is trimmed at a time. Small steps keep each commit short. */
  readonly trimStep: number;
  /** How many commits may follow each other before the next writes are collected: what a person does is a few. */
  readonly commitBurst: number;
  /** Then, writes that nobody waits for are collected for this time: each commit blocks while it syncs. */
  readonly collectMs: number;
  /** Actions that were told ahead are stored within this time. */
  readonly storeWithinMs: number;
  /** How many numbers are reserved at a time to be told ahead. */
  readonly reservedNumbers: number;
  /** The first pause before a commit is retried; it doubles up to `retryMaxMs`. */
  readonly retryMs: number;
  readonly retryMaxMs: number;
  /** The number of idle channels that are snapshotted in one commit. */
  readonly evictAtOnce: number;
}

export const defaultLimits: KernelLimits = {
  snapshotEvery: 1_000,
  idleMs: 60_000,
  retainActions: 200_000,
  trimStep: 500,
  commitBurst: 8,
  collectMs: 0,
  storeWithinMs: 200,
  reservedNumbers: 1_000,
  retryMs: 100,
  retryMaxMs: 5_000,
  evictAtOnce: 64,
};
