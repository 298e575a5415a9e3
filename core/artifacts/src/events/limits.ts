const second = 1000;
const minute = 60 * second;

/** How patient, and how busy, the delivery of events is. */
export const deliveryLimits = {
  /** Of one call. */
  timeoutMs: 30 * second,
  /** Then the event is parked. A replay gives it as many again. */
  attempts: 12,
  firstPauseMs: second,
  longestPauseMs: 5 * minute,
  /** How long an event of somebody's own type waits for that somebody to appear. */
  ownerlessMs: 3 * 24 * 60 * minute,
  atOnce: 64,
  atOncePerServer: 4,
  /** How many events are looked at together. Each may bring a large context along. */
  window: 64,
  /** A server that has finished nothing for so long lets others pass. */
  slowMs: second,
  /** How long others pass it. */
  stepAsideMs: 30 * second,
  /** How often those that wait for their owner are looked after, should nobody tell. */
  recheckMs: 5 * minute,
  /** After storage refused a read. */
  readAgainMs: 5 * second,
} as const;

/** The `nextAt` of what waits for its owner, and for no time. */
export const whenReady = 8.64e15;
