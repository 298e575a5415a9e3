const second = 1000;
const minute = 60 * second;

/** How much is derived at once, and how often what fails is tried again. */
export const deriveLimits = {
  atOnce: 4,
  perServer: 1,
  /** The platform's own work takes turns with everything else on this thread. */
  perPlatform: 2,
  /** How many artifacts stand in line for one provider; the others are read again when it gets to them. */
  inLine: 100,
  /** How many are read together. Each may bring a large context along. */
  page: 50,
  /** How many changed artifacts are remembered one by one. */
  remembered: 10_000,
  firstPauseMs: 30 * second,
  longestPauseMs: 60 * minute,
  /** Then the artifact is indexed without what could not be had, until it changes. */
  attempts: 6,
  /** How many wait for another try; any beyond are given up at once. */
  late: 10_000,
  excerpt: 300,
  /** How long changes gather before they are announced. */
  announceMs: 100,
  recheckMs: 5 * minute,
  /** Long enough for a server to start and say which types it owns. */
  discoveryMs: 2 * minute,
  readAgainMs: 5 * second,
} as const;
