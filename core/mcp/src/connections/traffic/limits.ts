export interface Allowance {
  readonly perSecond: number;
  /** The burst allowance. */
  readonly burst: number;
}

/**
 * How much the host reads from one server. Beyond this the host reads more slowly, and ends a server that doesn't stop.
 */
export interface TrafficLimits {
  /** Lines of a process and events of a stream, whatever they contain. */
  readonly lines: Allowance;
  /** Messages that are neither answers nor progress of a call. */
  readonly messages: Allowance;
  /** Requests of the server, each of which costs the host an answer. */
  readonly requests: Allowance;
  /** Bytes of lines and messages that belong to no call. */
  readonly bytes: Allowance;
  /** Progress of running calls. It slows reading down and never ends the server. */
  readonly progress: Allowance;
  /** Everything that is read, results included. It slows reading down and never ends the server. */
  readonly throughput: Allowance;
  /** How long a server may exceed its limits. */
  readonly patienceMs: number;
  /** Requests of the server that wait for an answer, or whose answer it hasn't read. Further ones are dropped. */
  readonly openRequests: number;
  /** The maximum nesting of a message that belongs to no call. */
  readonly depth: number;
}

const mebibyte = 1024 * 1024;

export const defaultTrafficLimits: TrafficLimits = {
  lines: { perSecond: 10_000, burst: 50_000 },
  messages: { perSecond: 1_000, burst: 5_000 },
  requests: { perSecond: 20, burst: 40 },
  bytes: { perSecond: 4 * mebibyte, burst: 32 * mebibyte },
  progress: { perSecond: 1_000, burst: 2_000 },
  throughput: { perSecond: 32 * mebibyte, burst: 64 * mebibyte },
  patienceMs: 8_000,
  openRequests: 32,
  depth: 100,
};
