const second = 1000;
const minute = 60 * second;

/** Timeouts and limits for the delivery of events. */
export const deliveryLimits = {
  /** The timeout of one call. */
  timeoutMs: 30 * second,
  /** After that the event is parked. A replay gives it the same number again. */
  attempts: 12,
  firstPauseMs: second,
  longestPauseMs: 5 * minute,
  /** How long an event of a vendor's type waits for its owner to appear. */
  ownerlessMs: 3 * 24 * 60 * minute,
  atOnce: 64,
  atOncePerServer: 4,
  /** The number of events read together. Each may have a large context. */
  window: 64,
  /** Other events may pass a server that has finished nothing for this long. */
  slowMs: second,
  /** How long its events are postponed. */
  stepAsideMs: 30 * second,
  /** How often events that wait for their owner are checked without a notification. */
  recheckMs: 5 * minute,
  /** The pause after storage rejected a read. */
  readAgainMs: 5 * second,
} as const;

/** The `nextAt` of events that wait for their owner, not for a time. */
export const whenReady = 8.64e15;
