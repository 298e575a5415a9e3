import type { AnyChannelKind } from './channel-kind.ts';
import type { Channel } from './channel.ts';
import type { Action } from './entry.ts';
import type { KernelLimits } from './limits.ts';
import type { Clock } from './ports/clock.ts';
import type { Scheduler } from './ports/scheduler.ts';
import type { Store } from './ports/store.ts';
import type { Problem } from './problem.ts';

export interface KernelOptions {
  readonly store: Store;
  readonly kinds: readonly AnyChannelKind[];
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly limits?: Partial<KernelLimits>;
  /** Receives problems that no caller is waiting for. */
  readonly report?: (problem: Problem) => void;
  /** Sees changes to channels while it can still enlist writes in the same transaction. */
  readonly observer?: ChannelObserver;
}

/** Must not throw and must not append: the change is already decided. */
export interface ChannelObserver {
  /** The channel was made with the state that it has now. */
  created?(channel: Channel): void;
  /** The action has been reduced; `channel.state` is the result. */
  appended(channel: Channel, action: Action): void;
  removed(uri: string): void;
}
