import { FairShare } from './fair-share.ts';

/** How much of a processor all streams together may keep busy. */
const share = 0.1;
/** The burst a stream may use, in milliseconds. */
const burstMs = 1;
/** For so long after a message its stream counts as one that shares. */
const activeMs = 100;
/** No single message costs more than this: the long answers among them are rare, and wanted. */
const mostMs = 5;

export interface ProcessorPorts {
  /** The streams that are being read. */
  readonly crowd: FairShare;
  /** Milliseconds that pass. */
  now(): number;
  /** Milliseconds that the processor has worked for this process. */
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
 * The processor time that one stream of a server may use. It counts what the processor did and not what the clock says, so
 * that a busy machine makes no server look worse than it is.
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

  /** It has been. Returns the milliseconds to rest before the next. */
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
