const second = 1000;
const minute = 60 * second;

/** How much is derived at once, and how often failures are retried. */
export const deriveLimits = {
  atOnce: 4,
  perServer: 1,
  /** The platform's own work shares this thread with everything else. */
  perPlatform: 2,
  /** The length of a provider's queue; further artifacts are read again when it gets to them. */
  inLine: 100,
  /** The number read together. Each may have a large context. */
  page: 50,
  /** The number of changed artifacts that are remembered individually. */
  remembered: 10_000,
  firstPauseMs: 30 * second,
  longestPauseMs: 60 * minute,
  /** After that, the artifact is indexed without the missing parts, until it changes. */
  attempts: 6,
  /** The number that waits for a retry; any beyond are given up immediately. */
  late: 10_000,
  excerpt: 300,
  /** How long changes are collected before they are announced. */
  announceMs: 100,
  recheckMs: 5 * minute,
  /** Long enough for a server to start and declare its types. */
  discoveryMs: 2 * minute,
  readAgainMs: 5 * second,
} as const;
