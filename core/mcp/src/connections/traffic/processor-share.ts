import { FairShare } from './fair-share.ts';

/** The share of a processor that all streams together may use. */
const share = 0.1;
/** The burst a stream may use, in milliseconds. */
const burstMs = 1;
/** How long a stream counts as active after a message. */
const activeMs = 100;
/** The maximum cost of a single message: the long answers among them are rare, and wanted. */
const mostMs = 5;

export interface ProcessorPorts {
  /** The active streams. */
  readonly crowd: FairShare;
  /** The time in milliseconds. */
  now(): number;
  /** The processor time of this process in milliseconds. */
  used(): number;
}

const now = (): number => performance.now();

const real: ProcessorPorts = {
  crowd: new FairShare({ now }),
  now,
  used: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};

/**
 * The processor time that one stream of a server may use. It measures processor time instead of the clock, so that a
 * busy machine doesn't make a server look worse than it is.
 */
export class ProcessorShare {
  readonly #ports: ProcessorPorts;
  #balanceMs = burstMs;
  #earnedAt: number;
  #startedAt = 0;

  constructor(ports: ProcessorPorts = real) {
    this.#ports = ports;
    this.#earnedAt = ports.now();
  }

  /** A message is about to be handled. */
  start(): void {
    this.#startedAt = this.#ports.used();
  }

  /** A message was handled. Returns the milliseconds to pause before the next. */
  stop(): number {
    const { crowd, now: clock, used } = this.#ports;
    const at = clock();
    const own = share / crowd.join(this, at + activeMs);
    this.#balanceMs = Math.min(burstMs, this.#balanceMs + (at - this.#earnedAt) * own);
    this.#earnedAt = at;
    this.#balanceMs -= Math.min(mostMs, used() - this.#startedAt);
    return this.#balanceMs >= 0 ? 0 : (burstMs / 2 - this.#balanceMs) / own;
  }
}
