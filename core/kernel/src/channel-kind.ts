import type { Action } from './entry.ts';

/** The directory's entry for a channel that is not in memory. */
export interface ChannelFacts {
  /** Something is under way that a crash would cut off. */
  readonly busy: boolean;
  /** ISO 8601 in UTC. The directory sorts by it. */
  readonly modifiedAt: string;
  readonly title?: string | undefined;
  /** Anything that JSON can hold; the directory hands it back as it is. */
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
 * What makes a channel one of its kind.
 *
 * State and actions must survive JSON unchanged. `reduce` is pure, does not throw, and returns the state it was given
 * when the action has no effect. A throw from `reduce` reaches whoever appended, and nothing has happened; a throw
 * from `describe` or `parts` is reported, and what was stored before stays.
 */
export interface ChannelKind<State, A extends Action> {
  readonly name: string;
  /** Its actions are news to whoever watches even when they change nothing; otherwise the host's own are dropped then. */
  readonly keepsUnchanged?: boolean;
  reduce(state: State, action: A): State;
  readonly parts?: ChannelParts<State>;
  /** Called once per commit for a channel that changed; only facts that differ in value are written. */
  describe(state: State): ChannelFacts;
}

// oxlint-disable-next-line typescript/no-explicit-any -- kinds of all states and actions live in one list
export type AnyChannelKind = ChannelKind<any, any>;
