export interface WireLimits {
  /** The largest message that a client may send. */
  readonly maxFrameBytes: number;
  /** How deep its JSON may nest. */
  readonly maxDepth: number;
  /** How much may be queued for a client that doesn't read, before it is dropped. */
  readonly maxBacklogBytes: number;
  /** How much may be queued for a client before its requests wait, too. */
  readonly highBacklogBytes: number;
  /** How long a client whose requests wait may read nothing, before it is dropped. */
  readonly stalledAfterMs: number;
  /** The sustained rate of messages, and the burst. Beyond them, the client is read more slowly. */
  readonly messagesPerSecond: number;
  readonly burst: number;
  /** The number and size of a client's pending messages at which reading from it stops. */
  readonly maxWaiting: number;
  readonly maxWaitingBytes: number;
  readonly maxSubscriptions: number;
  readonly maxConnections: number;
  /** How long a client may take to answer a request of the host. */
  readonly answerWithinMs: number;
  /** How long a connection may stay open without a handshake. */
  readonly handshakeWithinMs: number;
}

export const defaultWireLimits: WireLimits = {
  maxFrameBytes: 8 * 1024 * 1024,
  maxDepth: 100,
  maxBacklogBytes: 16 * 1024 * 1024,
  highBacklogBytes: 4 * 1024 * 1024,
  stalledAfterMs: 30_000,
  messagesPerSecond: 2_000,
  burst: 20_000,
  maxWaiting: 1_000,
  maxWaitingBytes: 16 * 1024 * 1024,
  maxSubscriptions: 10_000,
  maxConnections: 4_096,
  answerWithinMs: 30_000,
  handshakeWithinMs: 60_000,
};
