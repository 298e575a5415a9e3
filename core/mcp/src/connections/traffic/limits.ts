export interface Allowance {
  readonly perSecond: number;
  /** How much may come at once. */
  readonly burst: number;
}

/** How much of one server the host reads. Beyond it the host reads more slowly, and ends a server that doesn't stop. */
export interface TrafficLimits {
  /** Lines of a process and events of a stream, whatever is in them. */
  readonly lines: Allowance;
  /** Messages that answer nothing and report on no call. */
  readonly messages: Allowance;
  /** Requests of the server, each of which costs the host an answer. */
  readonly requests: Allowance;
  /** Bytes of lines and messages that belong to no call. */
  readonly bytes: Allowance;
  /** Progress of calls under way. It slows the reading down and never ends the server. */
  readonly progress: Allowance;
  /** Everything that is read, results included. It slows the reading down and never ends the server. */
  readonly throughput: Allowance;
  /** For how long a server may send more than it should. */
  readonly patienceMs: number;
  /** Requests of the server that wait for an answer, or whose answer it hasn't read. More are dropped. */
  readonly openRequests: number;
  /** How deep a message may nest that belongs to no call. */
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
