import type { Channel, ChannelIdentity } from './channel.ts';
import type { AnyChannelKind } from './channel-kind.ts';
import { ColdLoads } from './cold-loads.ts';
import { type Page, readPage } from './directory.ts';
import {
  type Action,
  type Attribution,
  type Entry,
  envelope,
  isFromClient,
  LoggedEntry,
  type Origin,
} from './entry.ts';
import { ChannelExists, ChannelNotDurable, ForeignChannel, KernelClosed, UnknownKind } from './errors.ts';
import { GroupCommit } from './group-commit.ts';
import type { Health } from './health.ts';
import { HotChannel } from './hot-channel.ts';
import type { ChannelObserver, KernelOptions } from './kernel-options.ts';
import { beginChannel } from './begin-channel.ts';
import { defaultLimits, type KernelLimits } from './limits.ts';
import { readChannel } from './loader.ts';
import type { PendingBatch } from './pending-batch.ts';
import type { Clock } from './ports/clock.ts';
import type { Batch, ListQuery, Store, StorePosition } from './ports/store.ts';
import { quiet, runCallback, type Report } from './problem.ts';
import { Records } from './records.ts';
import { type Replay, Replays, type Resumed } from './replay.ts';
import { Residency } from './residency.ts';
import { sealBatch } from './seal.ts';
import { type Subscribed, type Subscriber, Subscriptions } from './subscriptions.ts';

/**
 * Channels, and the single order of everything that happens to them.
 *
 * Changes take effect in memory immediately, are stored together at the end of the turn, and are published after that.
 */
export class Kernel {
  readonly records: Records;

  readonly #store: Store;
  readonly #clock: Clock;
  readonly #report: Report;
  readonly #observer: ChannelObserver | undefined;
  readonly #limits: KernelLimits;
  readonly #kinds: ReadonlyMap<string, AnyChannelKind>;
  readonly #commits: GroupCommit;
  readonly #subscriptions: Subscriptions;
  readonly #residency: Residency;
  readonly #replays: Replays;
  readonly #loads: ColdLoads;
  /** URIs whose removal isn't durable yet, with the batch that holds it. */
  readonly #removing = new Map<string, PendingBatch>();
  #trimmedThrough: number;
  #closing: Promise<void> | undefined;

  /** Reads only the store's position, however much it holds. */
  static async open(options: KernelOptions): Promise<Kernel> {
    return new Kernel(options, await options.store.position());
  }

  private constructor(options: KernelOptions, position: StorePosition) {
    const { store, clock, scheduler, kinds, observer } = options;
    const limits = { ...defaultLimits, ...options.limits };
    const report = quiet(options.report);
    this.#store = store;
    this.#clock = clock;
    this.#limits = limits;
    this.#report = report;
    this.#observer = observer;
    this.#kinds = new Map(kinds.map((kind) => [kind.name, kind]));
    this.#trimmedThrough = position.trimmedThrough;
    const commits = new GroupCommit({
      store,
      scheduler,
      limits,
      report,
      lastSeq: position.lastSeq,
      seal: (batch) => this.#seal(batch),
      publish: (batch) => this.#publish(batch),
    });
    this.#commits = commits;
    this.#subscriptions = new Subscriptions(report);
    const subscriptions = this.#subscriptions;
    this.#residency = new Residency({ clock, scheduler, limits, commits, subscriptions });
    this.#loads = new ColdLoads({
      residency: this.#residency,
      read: (uri) =>
        readChannel(uri, {
          owner: commits,
          store,
          kinds: this.#kinds,
          through: commits.storedSeq,
          now: clock.now(),
        }),
      isClosing: () => this.#closing !== undefined,
    });
    this.#replays = new Replays(store, subscriptions, {
      toldSeq: () => commits.toldSeq,
      storedSeq: () => commits.storedSeq,
      toldAhead: () => commits.toldAhead(),
      trimmedThrough: () => this.#trimmedThrough,
    });
    this.records = new Records(store, commits);
  }

  /** The newest number that has been told. */
  get seq(): number {
    return this.#commits.toldSeq;
  }

  get health(): Health {
    return this.#commits.health;
  }

  /** The number of channels in memory. */
  get hotChannels(): number {
    return this.#residency.size;
  }

  /**
   * Creates a channel, which takes a sequence number. Throws `ChannelExists` if it is in memory; the caller must first
   * check with `exists` whether it is stored.
   */
  create<State>(uri: string, kind: string, state: State, options?: { parent?: string }): Channel<State> {
    this.#assertOpen();
    this.#commits.assertAccepting();
    if (this.#residency.peek(uri) !== undefined) throw new ChannelExists(uri);
    const behavior = this.#kinds.get(kind);
    if (behavior === undefined) throw new UnknownKind(uri, kind);
    const channel = beginChannel(uri, behavior, state, {
      commits: this.#commits,
      parent: options?.parent,
      now: this.#clock.now(),
    });
    this.#residency.admit(channel);
    this.#commits.wake();
    this.#observer?.created?.(channel as unknown as Channel);
    return channel as unknown as Channel<State>;
  }

  /** Whether the channel exists, stored or pending. */
  async exists(uri: string): Promise<boolean> {
    return (await this.identify(uri)) !== undefined;
  }

  /** The channel's kind, without loading it; undefined if there is no such channel. */
  async identify(uri: string): Promise<ChannelIdentity | undefined> {
    this.#assertOpen();
    const hot = this.#residency.peek(uri);
    if (hot !== undefined) return hot;
    if (this.#removing.has(uri)) return undefined;
    const stored = await this.#store.readChannel(uri);
    return this.#residency.peek(uri) ?? (this.#removing.has(uri) ? undefined : stored);
  }

  /**
   * The channel, from memory or from the store; undefined if it doesn't exist. Resolves immediately if it is in memory
   * and durable. Concurrent loads share one read.
   */
  async load<State = unknown>(uri: string): Promise<Channel<State> | undefined> {
    this.#assertOpen();
    const channel =
      this.#residency.use(uri) ?? (this.#removing.has(uri) ? undefined : await this.#loads.load(uri));
    if (channel !== undefined && !channel.durable) {
      await this.#commits.settled();
      return this.load(uri);
    }
    return channel as unknown as Channel<State> | undefined;
  }

  /** The channel, if it is in memory. */
  peek<State = unknown>(uri: string): Channel<State> | undefined {
    return this.#residency.peek(uri) as unknown as Channel<State> | undefined;
  }

  /**
   * Reduces the action, gives it the next number and queues it to be stored and then delivered.
   *
   * `from` is the author; without it, the host acted by itself. An action that no client sent and that changes nothing
   * is dropped, unless its kind keeps those: the result is undefined. A client's action is kept, because the client
   * waits for the echo; it throws `StorageStalled` while storage doesn't accept writes.
   */
  append(channel: Channel, action: Action, from?: Attribution | Origin): Entry | undefined {
    const hot = this.#own(channel);
    const commits = this.#commits;
    const origin = isFromClient(from) ? from : undefined;
    if (origin !== undefined) commits.assertAccepting();
    const state: unknown = hot.behavior.reduce(hot.newest, action);
    const changed = state !== hot.newest;
    if (!changed && origin === undefined && !hot.behavior.keepsUnchanged) return undefined;
    // Serialize before anything is changed: an action that JSON can't hold must leave no trace.
    const text = JSON.stringify(action);
    const seq = commits.nextSeq();
    const json = envelope(hot.envelopeStart, text, seq, origin);
    const entry = new LoggedEntry(seq, hot.uri, action, from, changed, json);
    hot.moveTo(state, entry);
    const batch = commits.open;
    batch.touch(hot);
    batch.entries.push(entry);
    this.#observer?.appended(channel, action);
    const mayBeAhead = hot.durable && hot.behavior.isToldAhead?.(action);
    const isTold = mayBeAhead && commits.tellAhead(seq, () => this.#tellAhead(hot, entry));
    if (!isTold) commits.tellAfterCommit(entry);
    return entry;
  }

  /** Lets another part of the host store something in the same transaction as everything else in this turn. */
  enlist(part: string, write: unknown): void {
    this.#assertOpen();
    this.#commits.open.partWrites.push({ part, write });
    this.#commits.wake();
  }

  /**
   * Takes a number for an envelope that goes to one client only and is never replayed. `send` is called as soon as no
   * crash can make the number be used again, in order with deliveries to subscribers.
   */
  appendPrivate(send: (seq: number) => void): number {
    this.#assertOpen();
    const seq = this.#commits.nextSeq();
    const tell = (): void => send(seq);
    if (!this.#commits.tellAhead(seq, tell)) this.#commits.tellAfterCommit(tell);
    return seq;
  }

  /** Deletes the channel's log and keeps its state. Clients that return from before that get the state. */
  forgetPast(channel: Channel): void {
    const hot = this.#own(channel);
    hot.forgetting = true;
    this.#commits.open.touch(hot);
    this.#commits.wake();
  }

  /** Removes the channel and everything stored for it. Its subscribers are told once that is durable. */
  remove(uri: string): void {
    this.#assertOpen();
    const seq = this.#commits.newestSeq;
    const batch = this.#commits.open;
    this.#residency.remove(uri);
    this.#loads.forget(uri);
    this.#removing.set(uri, batch);
    batch.remove(uri);
    this.#observer?.removed(uri);
    this.afterCommit(() => this.#subscriptions.remove(uri, seq));
  }

  /** Runs `fn` when everything done so far is durable, in order with deliveries to subscribers. */
  afterCommit(fn: () => void): void {
    this.#assertOpen();
    this.#commits.tellAfterCommit(fn);
  }

  /** Resolves when everything done so far is durable and has been delivered. */
  async settled(): Promise<void> {
    this.#assertOpen();
    await this.#commits.settled();
  }

  /** Throws `StorageStalled` while storage doesn't accept writes: a client's change would only wait. */
  assertAccepting(): void {
    this.#assertOpen();
    this.#commits.assertAccepting();
  }

  /** Resolves when every action of this client so far is durable; immediately if none is pending. */
  async settledOf(clientId: string): Promise<void> {
    this.#assertOpen();
    if (this.#commits.hasPendingActionsOf(clientId)) await this.#commits.settled();
  }

  /** Resolves when every removal so far is durable: a channel that isn't found then stays gone after a crash. */
  async removalsSettled(): Promise<void> {
    this.#assertOpen();
    if (this.#removing.size > 0) await this.#commits.settled();
  }

  /** Returns the durable state and delivers every entry after it: none lost, none twice, in order. */
  subscribe<State>(channel: Channel<State>, subscriber: Subscriber): Subscribed<State> {
    const hot = this.#own(channel);
    if (!hot.durable) throw new ChannelNotDurable(hot.uri);
    const seq = this.#commits.toldSeq;
    const subscription = this.#subscriptions.add(hot.uri, subscriber, seq);
    const unsubscribe = (): void => {
      subscription.unsubscribe();
      this.#residency.use(hot.uri);
    };
    return { state: hot.committed as State, seq, unsubscribe };
  }

  /** Whether the channel has subscribers. */
  isWatched(uri: string): boolean {
    return this.#subscriptions.has(uri);
  }

  /** Keeps the channel in memory until the returned function is called. */
  pin(channel: Channel): () => void {
    return this.#residency.pin(this.#own(channel));
  }

  /**
   * The log of these channels after a number. Undefined if the log can't tell: it doesn't reach back that far, the
   * number is in the future, or one of the channels was created after it. Entries include their authors on request.
   */
  replay(
    after: number,
    uris: readonly string[],
    options?: { readonly authors?: boolean },
  ): Promise<Replay | undefined> {
    this.#assertOpen();
    return this.#replays.replay(after, uris, options);
  }

  /** Replays and subscribes with nothing lost in between. Loads no channel. */
  resume(after: number, uris: readonly string[], subscriber: Subscriber): Promise<Resumed | undefined> {
    this.#assertOpen();
    return this.#replays.resume(after, uris, subscriber);
  }

  /** Channels of a kind, the last modified first. Lists only what is durable. */
  list(query: ListQuery): Promise<Page> {
    this.#assertOpen();
    return readPage(this.#store, query);
  }

  /** The URIs of the channels of a kind whose facts say busy: at start, those that a crash interrupted. */
  async busy(kind: string): Promise<readonly string[]> {
    this.#assertOpen();
    return this.#store.busy(kind);
  }

  async count(kind: string): Promise<number> {
    this.#assertOpen();
    return this.#store.count(kind);
  }

  /**
   * Stores what is left, with snapshots, and closes the store. Rejects with `StorageStalled` if the store still rejects
   * it; the store is closed anyway.
   */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    try {
      await this.#commits.drain();
      this.#residency.snapshotAll();
      await this.#commits.drain();
    } finally {
      this.#commits.close();
      this.#residency.stop();
      // A load takes several reads; none may come after the store is closed.
      await this.#loads.settled();
      await this.#store.close();
    }
  }

  #own(channel: Channel): HotChannel {
    this.#assertOpen();
    if (!(channel instanceof HotChannel)) throw new ForeignChannel(channel.uri);
    channel.assertLive();
    if (channel.owner !== this.#commits) throw new ForeignChannel(channel.uri);
    return channel;
  }

  #assertOpen(): void {
    if (this.#closing !== undefined) throw new KernelClosed();
    this.#commits.assertRunning();
  }

  #tellAhead(channel: HotChannel, entry: LoggedEntry): void {
    channel.showAhead();
    this.#subscriptions.deliver(entry);
  }

  #seal(batch: PendingBatch): Batch {
    const written = sealBatch(batch, {
      limits: this.#limits,
      report: this.#report,
      now: this.#clock.now(),
      trimmedThrough: this.#trimmedThrough,
    });
    // Set before the commit finishes: a replay that reads meanwhile must not rely on these rows.
    this.#trimmedThrough = written.trimThrough ?? this.#trimmedThrough;
    return written;
  }

  #publish(batch: PendingBatch): void {
    for (const channel of batch.touched) channel.commit(batch);
    for (const uri of batch.removed) {
      if (this.#removing.get(uri) === batch) this.#removing.delete(uri);
    }
    for (const item of batch.outbox) {
      if (typeof item === 'function') runCallback(item, this.#report);
      else this.#subscriptions.deliver(item);
    }
    this.#residency.published(batch);
  }
}
