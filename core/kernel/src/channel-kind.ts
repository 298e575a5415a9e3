import type { Action } from './entry.ts';

/** The directory's entry for a channel that is not in memory. */
export interface ChannelFacts {
  /** Something is under way that a crash would cut off. */
  readonly busy: boolean;
  /** ISO 8601 in UTC. The directory sorts by it. */
  readonly modifiedAt: string;
  readonly title?: string | undefined;
  /** Anything that JSON can hold; the directory returns it unchanged. */
  readonly summary?: unknown;
}

/**
 * A state as a head and a list that mostly grows, so that a snapshot writes only what changed.
 *
 * `split` must return the very items that `join` was given, and an item that did not change must be the same object
 * in the next state: the kernel compares by identity.
 */
export interface ChannelParts<State> {
  split(state: State): { readonly head: unknown; readonly items: readonly unknown[] };
  join(head: unknown, items: readonly unknown[]): State;
}

/**
 * Defines a kind of channel.
 *
 * State and actions must survive JSON unchanged. `reduce` is pure, does not throw, and returns the state it was given
 * when the action has no effect. A throw from `reduce` reaches the caller of `append`, and nothing has happened; a
 * throw from `describe` or `parts` is reported, and the last stored version stays.
 */
export interface ChannelKind<State, A extends Action> {
  readonly name: string;
  /** Keeps actions that change nothing, because they are news to watchers; by default, the host's own are dropped. */
  readonly keepsUnchanged?: boolean;
  /**
   * Whether the action is told before it is stored, which follows soon: a crash can take it back. After a crash, the
   * owner of the kind must forget the past of the channels that were busy with such actions, so that clients which saw
   * more than was stored get the state.
   */
  isToldAhead?(action: A): boolean;
  reduce(state: State, action: A): State;
  readonly parts?: ChannelParts<State>;
  /** Called once per commit for a channel that changed; only facts that differ in value are written. */
  describe(state: State): ChannelFacts;
}

// oxlint-disable-next-line typescript/no-explicit-any -- kinds of all states and actions live in one list
export type AnyChannelKind = ChannelKind<any, any>;
