/** The immutable facts of a channel. */
export interface ChannelIdentity {
  readonly uri: string;
  readonly kind: string;
  readonly parent: string | undefined;
}

/**
 * A channel in memory.
 *
 * The handle stays valid while the channel is subscribed to, pinned, or in use; after that it leaves memory, and
 * reading the state of a handle that was kept throws `ChannelUnloaded`. Across an `await`, keep the URI or a pin.
 */
export interface Channel<State = unknown> extends ChannelIdentity {
  readonly createdAt: string;

  /** The newest state. A crash can still undo its differences from `committed`. */
  readonly state: State;
  /** The number of the newest action, or of the creation. */
  readonly seq: number;

  /** False until the channel's creation is stored. */
  readonly durable: boolean;
  /** The durable state: the only one to show to a client. Throws `ChannelNotDurable` until there is one. */
  readonly committed: State;
  readonly committedSeq: number;
}
