import type { Channel } from './channel.ts';
import type { AnyChannelKind } from './channel-kind.ts';
import { envelopeStart, type LoggedEntry } from './entry.ts';
import { ChannelNotDurable, ChannelRemoved, ChannelUnloaded } from './errors.ts';
import type { PendingBatch } from './pending-batch.ts';
import type { StoredChannel, StoredFacts } from './ports/store.ts';

/** The facts about a channel's newest snapshot that the next one needs. */
export interface SnapshotMark {
  readonly seq: number;
  readonly items: readonly unknown[];
  readonly headLength: number;
}

/** The log entries of a channel after its newest snapshot. */
export interface LogTail {
  readonly actions: number;
  /** In characters, as a measure of what a snapshot would save. */
  readonly length: number;
}

/** The kernel's side of a channel; callers see it as `Channel`. */
export class HotChannel implements Channel {
  readonly uri: string;
  readonly kind: string;
  readonly parent: string | undefined;
  readonly createdAt: string;
  /** Tells this kernel's channels from another's. */
  readonly owner: object;
  readonly behavior: AnyChannelKind;
  readonly envelopeStart: string;

  newest: unknown;
  seq: number;
  durable: boolean;
  committedSeq: number;

  /** The newest batch that has work for this channel and is not durable yet. */
  batch: PendingBatch | undefined;
  snapshot: SnapshotMark;
  tailActions: number;
  tailLength: number;
  facts: StoredFacts;
  /**
   * The state and summary that `facts` were derived from; if they differ from the current ones, `facts` are outdated.
   */
  described: { readonly state: unknown; readonly summary: unknown } | undefined;

  pins = 0;
  lastUsed: number;
  /** Idle, and only waiting for its snapshot to become durable. */
  leaving = false;
  /** Its log is deleted with the next commit. */
  forgetting = false;

  #phase: 'live' | 'removed' | 'unloaded' = 'live';
  #committed: unknown;
  #sealed: { readonly state: unknown; readonly seq: number } | undefined;

  constructor(options: {
    owner: object;
    stored: StoredChannel;
    behavior: AnyChannelKind;
    state: unknown;
    seq: number;
    durable: boolean;
    snapshot: SnapshotMark;
    tail: LogTail;
    now: number;
  }) {
    const { stored } = options;
    this.uri = stored.uri;
    this.kind = stored.kind;
    this.parent = stored.parent;
    this.createdAt = stored.createdAt;
    this.owner = options.owner;
    this.behavior = options.behavior;
    this.envelopeStart = envelopeStart(stored.uri);
    this.newest = options.state;
    this.seq = options.seq;
    this.durable = options.durable;
    this.#committed = options.state;
    this.committedSeq = options.durable ? options.seq : 0;
    this.snapshot = options.snapshot;
    this.tailActions = options.tail.actions;
    this.tailLength = options.tail.length;
    this.facts = stored;
    this.lastUsed = options.now;
  }

  get state(): unknown {
    if (this.#phase === 'unloaded') throw new ChannelUnloaded(this.uri);
    return this.newest;
  }

  get committed(): unknown {
    if (this.#phase === 'unloaded') throw new ChannelUnloaded(this.uri);
    if (!this.durable) throw new ChannelNotDurable(this.uri);
    return this.#committed;
  }

  get isLive(): boolean {
    return this.#phase === 'live';
  }

  assertLive(): void {
    if (this.#phase === 'unloaded') throw new ChannelUnloaded(this.uri);
    if (this.#phase === 'removed') throw new ChannelRemoved(this.uri);
  }

  /** The entry led to this state. */
  moveTo(state: unknown, { seq, json }: Pick<LoggedEntry, 'seq' | 'json'>): void {
    this.newest = state;
    this.seq = seq;
    this.tailActions += 1;
    this.tailLength += json.length;
  }

  /** Records the state and number that the batch about to be committed will make durable. */
  seal(): void {
    this.#sealed = { state: this.newest, seq: this.seq };
  }

  /** The sealed batch is durable. What was told ahead meanwhile is newer. */
  commit(batch: PendingBatch): void {
    if (this.batch === batch) this.batch = undefined;
    const sealed = this.#sealed;
    if (sealed === undefined) return;
    this.#sealed = undefined;
    this.durable = true;
    if (sealed.seq >= this.committedSeq) this.#show(sealed.state, sealed.seq);
  }

  /** The newest action has been told before it is stored. */
  showAhead(): void {
    this.#show(this.newest, this.seq);
  }

  #show(state: unknown, seq: number): void {
    this.#committed = state;
    this.committedSeq = seq;
  }

  markRemoved(): void {
    this.#phase = 'removed';
  }

  unload(): void {
    this.#phase = 'unloaded';
    this.newest = undefined;
    this.#committed = undefined;
    this.snapshot = { ...this.snapshot, items: [] };
  }
}
