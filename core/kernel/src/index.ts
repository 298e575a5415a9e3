export type { Channel, ChannelIdentity } from './channel.ts';
export type { AnyChannelKind, ChannelFacts, ChannelKind, ChannelParts } from './channel-kind.ts';
export type { ChannelRecord, Page } from './directory.ts';
export { isFromClient, type Action, type Attribution, type Entry, type Origin } from './entry.ts';
export {
  ChannelExists,
  ChannelNotDurable,
  ChannelRemoved,
  ChannelUnloaded,
  ChannelUnreadable,
  ForeignChannel,
  KernelClosed,
  KernelError,
  type KernelErrorCode,
  KernelStopped,
  StorageStalled,
  TransientStoreError,
  UnknownKind,
} from './errors.ts';
export type { Health } from './health.ts';
export { compareKeys } from './key-order.ts';
export { Kernel } from './kernel.ts';
export type { ChannelObserver, KernelOptions } from './kernel-options.ts';
export { jointObserver } from './joint-observer.ts';
export { defaultLimits, type KernelLimits } from './limits.ts';
export type { Clock } from './ports/clock.ts';
export type { Scheduler } from './ports/scheduler.ts';
export type {
  Batch,
  ListPosition,
  ListQuery,
  LogQuery,
  LogRow,
  LogSlice,
  RecordRange,
  RecordWrite,
  PartWrite,
  SnapshotWrite,
  Store,
  StoredChannel,
  StoredFacts,
  StoredSnapshot,
  StorePosition,
} from './ports/store.ts';
export type { Problem, Report } from './problem.ts';
export { Rate } from './rate.ts';
export type { Records, StoredRecord } from './records.ts';
export type { Replay, Resumed } from './replay.ts';
export type { Subscribed, Subscriber, Subscription } from './subscriptions.ts';
