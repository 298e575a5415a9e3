import type { GroupCommit } from './group-commit.ts';
import type { HotChannel } from './hot-channel.ts';
import type { KernelLimits } from './limits.ts';
import type { PendingBatch } from './pending-batch.ts';
import type { Clock } from './ports/clock.ts';
import type { Scheduler } from './ports/scheduler.ts';
import type { Subscriptions } from './subscriptions.ts';

/** Keeps channels in memory, and evicts those that nobody needs. */
export class Residency {
  readonly #clock: Clock;
  readonly #scheduler: Scheduler;
  readonly #limits: KernelLimits;
  readonly #commits: GroupCommit;
  readonly #subscriptions: Subscriptions;
  readonly #channels = new Map<string, HotChannel>();
  #cancelSweep: (() => void) | undefined;
  #moreToSweep = false;

  constructor(options: {
    clock: Clock;
    scheduler: Scheduler;
    limits: KernelLimits;
    commits: GroupCommit;
    subscriptions: Subscriptions;
  }) {
    this.#clock = options.clock;
    this.#scheduler = options.scheduler;
    this.#limits = options.limits;
    this.#commits = options.commits;
    this.#subscriptions = options.subscriptions;
  }

  get size(): number {
    return this.#channels.size;
  }

  peek(uri: string): HotChannel | undefined {
    return this.#channels.get(uri);
  }

  /** Like `peek`, and counts as use. */
  use(uri: string): HotChannel | undefined {
    const channel = this.#channels.get(uri);
    if (channel !== undefined) channel.lastUsed = this.#clock.now();
    return channel;
  }

  admit(channel: HotChannel): void {
    this.#channels.set(channel.uri, channel);
    this.#watch();
  }

  remove(uri: string): HotChannel | undefined {
    const channel = this.#channels.get(uri);
    this.#channels.delete(uri);
    channel?.markRemoved();
    return channel;
  }

  pin(channel: HotChannel): () => void {
    channel.pins += 1;
    let released = false;
    return () => {
      if (released) return;
      released = true;
      channel.pins -= 1;
      channel.lastUsed = this.#clock.now();
    };
  }

  /** A batch is durable: channels that were only waiting for their snapshot can leave. */
  published(batch: PendingBatch): void {
    const now = this.#clock.now();
    for (const channel of batch.touched) {
      if (!channel.leaving) continue;
      channel.leaving = false;
      // Even if its kind couldn't make a snapshot: the log still holds what the last one lacks.
      if (this.#isIdle(channel, now)) this.#evict(channel);
    }
    if (this.#moreToSweep) this.#sweep();
  }

  /** Requests a snapshot of every channel whose newest state has none. */
  snapshotAll(): void {
    for (const channel of this.#channels.values()) {
      if (!isCovered(channel)) this.#askForSnapshot(channel);
    }
  }

  stop(): void {
    this.#cancelSweep?.();
    this.#cancelSweep = undefined;
    this.#moreToSweep = false;
    for (const channel of this.#channels.values()) channel.unload();
    this.#channels.clear();
  }

  #watch(): void {
    if (this.#cancelSweep !== undefined || this.#channels.size === 0) return;
    this.#cancelSweep = this.#scheduler.after(Math.max(1, this.#limits.idleMs / 2), () => {
      this.#cancelSweep = undefined;
      this.#sweep();
      this.#watch();
    });
  }

  #sweep(): void {
    const now = this.#clock.now();
    let asked = 0;
    this.#moreToSweep = false;
    for (const channel of this.#channels.values()) {
      if (!this.#isIdle(channel, now)) continue;
      if (isCovered(channel)) this.#evict(channel);
      else if (!this.#commits.health.ok) continue;
      else if (asked++ < this.#limits.evictAtOnce) this.#askForSnapshot(channel);
      else {
        this.#moreToSweep = true;
        return;
      }
    }
  }

  #isIdle(channel: HotChannel, now: number): boolean {
    return (
      channel.batch === undefined &&
      channel.pins === 0 &&
      now - channel.lastUsed >= this.#limits.idleMs &&
      channel.isLive &&
      !this.#subscriptions.has(channel.uri)
    );
  }

  #askForSnapshot(channel: HotChannel): void {
    channel.leaving = true;
    this.#commits.open.touch(channel);
    this.#commits.wake();
  }

  #evict(channel: HotChannel): void {
    this.#channels.delete(channel.uri);
    channel.unload();
  }
}

/** Whether its snapshot is up to date. */
function isCovered(channel: HotChannel): boolean {
  return channel.snapshot.seq >= channel.seq;
}
