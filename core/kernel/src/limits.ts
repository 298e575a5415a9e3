export interface KernelLimits {
  /** A channel is snapshotted after this many actions, or later while its head is longer than their text. */
  readonly snapshotEvery: number;
  /** A channel that nobody watches or uses leaves memory after this long. */
  readonly idleMs: number;
  /** How many sequence numbers back a client can come and still be given a replay. */
  readonly retainActions: number;
  /** How far the log is trimmed at a time. Small steps keep each commit short. */
  readonly trimStep: number;
  /** The first pause before a commit is tried again; it doubles up to `retryMaxMs`. */
  readonly retryMs: number;
  readonly retryMaxMs: number;
  /** How many idle channels are snapshotted in one commit. */
  readonly evictAtOnce: number;
}

export const defaultLimits: KernelLimits = {
  snapshotEvery: 1_000,
  idleMs: 60_000,
  retainActions: 200_000,
  trimStep: 500,
  retryMs: 100,
  retryMaxMs: 5_000,
  evictAtOnce: 64,
};
