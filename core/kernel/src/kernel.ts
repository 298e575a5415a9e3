import type { Channel, ChannelIdentity } from './channel.ts';
import type { AnyChannelKind } from './channel-kind.ts';
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
import { storedFacts } from './facts.ts';
import { GroupCommit } from './group-commit.ts';
import type { Health } from './health.ts';
import { HotChannel } from './hot-channel.ts';
import { defaultLimits, type KernelLimits } from './limits.ts';
import { readChannel } from './loader.ts';
import type { PendingBatch } from './pending-batch.ts';
import type { Clock } from './ports/clock.ts';
import type { Scheduler } from './ports/scheduler.ts';
import type { Batch, ListQuery, Store, StorePosition } from './ports/store.ts';
import type { Problem, Report } from './problem.ts';
import { Records } from './records.ts';
import { type Replay, Replays, type Resumed } from './replay.ts';
import { Residency } from './residency.ts';
import { sealBatch } from './seal.ts';
import { takeSnapshot } from './snapshot.ts';
import { type Subscriber, type Subscription, Subscriptions } from './subscriptions.ts';

export interface KernelOptions {
  readonly store: Store;
  readonly kinds: readonly AnyChannelKind[];
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly limits?: Partial<KernelLimits>;
  /** Hears of what no caller is waiting for. */
  readonly report?: (problem: Problem) => void;
  /** Sees what happens to channels while it can still enlist what belongs to the same transaction. */
  readonly observer?: ChannelObserver;
}

/** Must not throw, and must not append: what it sees is already decided. */
export interface ChannelObserver {
  /** The action has been reduced; `channel.state` is what it led to. */
  appended(channel: Channel, action: Action): void;
  removed(uri: string): void;
}

/** A state to show, and the promise that everything after `seq` will be delivered. */
export interface Subscribed<State> extends Subscription {
  readonly state: State;
  readonly seq: number;
}

/**
 * Channels, and the one order in which everything happens to them.
 *
 * Changes are made at once in memory, stored together at the end of the turn, and shown to nobody before that.
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
  readonly #loading = new Map<string, Promise<HotChannel | undefined>>();
  /** URIs whose removal is not durable yet, and the batch that holds it. */
  readonly #removing = new Map<string, PendingBatch>();
  #trimmedThrough: number;
  #closing: Promise<void> | undefined;

  /** Reads the store's position and nothing else, however much it holds. */
  static async open(options: KernelOptions): Promise<Kernel> {
    return new Kernel(options, await options.store.position());
  }

  private constructor(options: KernelOptions, position: StorePosition) {
    const { store, clock, scheduler } = options;
    const limits = { ...defaultLimits, ...options.limits };
    const report = quiet(options.report);
    this.#store = store;
    this.#clock = clock;
    this.#limits = limits;
    this.#report = report;
    this.#observer = options.observer;
    this.#kinds = new Map(options.kinds.map((kind) => [kind.name, kind]));
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
    this.#residency = new Residency({
      clock,
      scheduler,
      limits,
      commits,
      subscriptions: this.#subscriptions,
    });
    const trimmedThrough = (): number => this.#trimmedThrough;
    this.#replays = new Replays(store, this.#subscriptions, {
      get durableSeq() {
        return commits.durableSeq;
      },
      get trimmedThrough() {
        return trimmedThrough();
      },
    });
    this.records = new Records(store, commits);
  }

  /** The last durable sequence number. */
  get seq(): number {
    return this.#commits.durableSeq;
  }

  get health(): Health {
    return this.#commits.health;
  }

  /** How many channels are in memory. */
  get hotChannels(): number {
    return this.#residency.size;
  }

  /**
   * Makes a channel, which takes a sequence number. Throws `ChannelExists` for one that is in memory; whether one is
   * stored is for the caller to find out first, with `exists`.
   */
  create<State>(uri: string, kind: string, state: State, options?: { parent?: string }): Channel<State> {
    this.#assertOpen();
    this.#commits.assertAccepting();
    if (this.#residency.peek(uri) !== undefined) throw new ChannelExists(uri);
    const behaviour = this.#kinds.get(kind);
    if (behaviour === undefined) throw new UnknownKind(uri, kind);
    const now = this.#clock.now();
    const seq = this.#commits.newestSeq + 1;
    const { write, mark } = takeSnapshot(behaviour, uri, state, seq, []);
    const facts = behaviour.describe(state);
    const stored = {
      uri,
      kind,
      parent: options?.parent,
      createdAt: new Date(now).toISOString(),
      createdSeq: seq,
      ...storedFacts(facts),
    };
    const channel = new HotChannel({
      owner: this.#commits,
      stored,
      behaviour,
      state,
      seq: this.#commits.nextSeq(),
      durable: false,
      snapshot: mark,
      tail: { actions: 0, length: 0 },
      now,
    });
    channel.described = { state, summary: facts.summary };
    const batch = this.#commits.open;
    batch.created.push(stored);
    batch.snapshots.push(write);
    batch.touch(channel);
    this.#residency.admit(channel);
    this.#commits.wake();
    return channel as unknown as Channel<State>;
  }

  /** Whether there is such a channel, stored or about to be. */
  async exists(uri: string): Promise<boolean> {
    this.#assertOpen();
    if (this.#residency.peek(uri) !== undefined) return true;
    if (this.#removing.has(uri)) return false;
    const stored = await this.#store.readChannel(uri);
    if (this.#residency.peek(uri) !== undefined) return true;
    return stored !== undefined && !this.#removing.has(uri);
  }

  /** The channel's kind, without loading it; undefined if there is no such channel. */
  async identify(uri: string): Promise<ChannelIdentity | undefined> {
    this.#assertOpen();
    const hot = this.#residency.peek(uri);
    if (hot !== undefined) return hot;
    if (this.#removing.has(uri)) return undefined;
    const stored = await this.#store.readChannel(uri);
    return this.#removing.has(uri) ? undefined : (this.#residency.peek(uri) ?? stored);
  }

  /**
   * The channel, from memory or from the store; undefined when there is none. Resolves at once for one that is in
   * memory and durable. Concurrent loads share one read.
   */
  async load<State = unknown>(uri: string): Promise<Channel<State> | undefined> {
    this.#assertOpen();
    const channel = this.#residency.use(uri) ?? (await this.#loadCold(uri));
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
   * `from` says who did it; without it, the host acted by itself. An action that no client sent and that changes nothing
   * is dropped, unless its kind keeps such: the result is undefined. A client's is kept, because the client waits for
   * the echo; it throws `StorageStalled` while storage does not accept writes.
   */
  append(channel: Channel, action: Action, from?: Attribution | Origin): Entry | undefined {
    const hot = this.#own(channel);
    const commits = this.#commits;
    const origin = isFromClient(from) ? from : undefined;
    if (origin !== undefined) commits.assertAccepting();
    const state: unknown = hot.behaviour.reduce(hot.newest, action);
    const changed = state !== hot.newest;
    if (!changed && origin === undefined && !hot.behaviour.keepsUnchanged) return undefined;
    // Before anything is changed: an action that JSON cannot hold must leave no trace.
    const text = JSON.stringify(action);
    const seq = commits.nextSeq();
    const json = envelope(hot.envelopeStart, text, seq, origin);
    const entry = new LoggedEntry(seq, hot.uri, action, from, changed, json);
    hot.newest = state;
    hot.seq = seq;
    hot.tailActions += 1;
    hot.tailLength += json.length;
    const batch = commits.open;
    batch.touch(hot);
    batch.entries.push(entry);
    batch.outbox.push(entry);
    commits.wake();
    this.#observer?.appended(channel, action);
    return entry;
  }

  /** Has another part of the host store something in the same transaction as all else that is done in this turn. */
  enlist(part: string, write: unknown): void {
    this.#assertOpen();
    this.#commits.open.partWrites.push({ part, write });
    this.#commits.wake();
  }

  /**
   * Takes a number for an envelope that goes to one client only and is replayed to nobody. Send the envelope from
   * `afterCommit`: before that the number is not durable.
   */
  appendPrivate(channel: Channel): number {
    const hot = this.#own(channel);
    this.#commits.open.touch(hot);
    this.#commits.wake();
    return this.#commits.nextSeq();
  }

  /**
   * Removes how the channel came to be what it is, so that only its state is left. Clients that come back from before
   * are shown the state.
   */
  forgetPast(channel: Channel): void {
    const hot = this.#own(channel);
    hot.forgetting = true;
    this.#commits.open.touch(hot);
    this.#commits.wake();
  }

  /** Takes the channel and all that is stored of it away. Its subscribers hear of it once that is durable. */
  remove(uri: string): void {
    this.#assertOpen();
    const seq = this.#commits.newestSeq;
    const batch = this.#commits.open;
    this.#residency.remove(uri);
    this.#loading.delete(uri);
    this.#removing.set(uri, batch);
    batch.remove(uri);
    this.#observer?.removed(uri);
    this.afterCommit(() => this.#subscriptions.remove(uri, seq));
  }

  /** Runs `fn` when all that was done so far is durable, in order with what is delivered to subscribers. */
  afterCommit(fn: () => void): void {
    this.#assertOpen();
    this.#commits.afterCommit(fn);
  }

  /** Resolves when all that was done so far is durable and has been delivered. */
  async settled(): Promise<void> {
    this.#assertOpen();
    await this.#commits.settled();
  }

  /** Throws `StorageStalled` while storage does not accept writes: a client's change would only wait. */
  assertAccepting(): void {
    this.#assertOpen();
    this.#commits.assertAccepting();
  }

  /** Resolves when every action of this client so far is durable; at once where none is waiting. */
  async settledOf(clientId: string): Promise<void> {
    this.#assertOpen();
    if (this.#commits.hasPendingActionsOf(clientId)) await this.#commits.settled();
  }

  /** Resolves when every removal so far is durable: a channel that is not found then stays gone after a crash. */
  async removalsSettled(): Promise<void> {
    this.#assertOpen();
    if (this.#removing.size > 0) await this.#commits.settled();
  }

  /** The durable state, and from then on every entry after it: none lost, none twice, in order. */
  subscribe<State>(channel: Channel<State>, subscriber: Subscriber): Subscribed<State> {
    const hot = this.#own(channel);
    if (!hot.durable) throw new ChannelNotDurable(hot.uri);
    const seq = this.#commits.durableSeq;
    const subscription = this.#subscriptions.add(hot.uri, subscriber, seq);
    const unsubscribe = (): void => {
      subscription.unsubscribe();
      this.#residency.use(hot.uri);
    };
    return { state: hot.committed as State, seq, unsubscribe };
  }

  /** Whether anybody is subscribed to it. */
  isWatched(uri: string): boolean {
    return this.#subscriptions.has(uri);
  }

  /** Keeps the channel in memory until the result is called. */
  pin(channel: Channel): () => void {
    return this.#residency.pin(this.#own(channel));
  }

  /**
   * What happened to these channels after a number. Undefined when the log cannot tell: it does not reach back that
   * far, the number lies in the future, or one of the channels was created after it. Entries say who did it if they are
   * asked to.
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

  /** Channels of a kind, those modified last first. Shows what is durable. */
  list(query: ListQuery): Promise<Page> {
    this.#assertOpen();
    return readPage(this.#store, query);
  }

  /** The URIs of those channels of a kind whose facts say busy: at start, what a crash cut off. */
  async busy(kind: string): Promise<readonly string[]> {
    this.#assertOpen();
    return this.#store.busy(kind);
  }

  async count(kind: string): Promise<number> {
    this.#assertOpen();
    return this.#store.count(kind);
  }

  /**
   * Stores what is left, with snapshots, and closes the store. Rejects with `StorageStalled` if the store does not
   * take it even now; the store is closed all the same.
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
      await Promise.allSettled(this.#loading.values());
      await this.#store.close();
    }
  }

  async #loadCold(uri: string): Promise<HotChannel | undefined> {
    if (this.#removing.has(uri)) return undefined;
    const under = this.#loading.get(uri);
    if (under !== undefined) return under;
    const loading = this.#readCold(uri, () => this.#loading.get(uri) === loading);
    this.#loading.set(uri, loading);
    return loading;
  }

  async #readCold(uri: string, isWanted: () => boolean): Promise<HotChannel | undefined> {
    try {
      const channel = await readChannel(uri, {
        owner: this.#commits,
        store: this.#store,
        kinds: this.#kinds,
        through: this.#commits.durableSeq,
        now: this.#clock.now(),
      });
      if (this.#closing !== undefined) throw new KernelClosed();
      // Removed, or created anew, while it was being read.
      if (!isWanted() || this.#residency.peek(uri) !== undefined) return this.#residency.peek(uri);
      if (channel !== undefined) this.#residency.admit(channel);
      return channel;
    } catch (error) {
      // A channel removed between the two reads looks torn.
      if (isWanted() || this.#closing !== undefined) throw error;
      return this.#residency.peek(uri);
    } finally {
      if (isWanted()) this.#loading.delete(uri);
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

  #seal(batch: PendingBatch): Batch {
    const written = sealBatch(batch, {
      limits: this.#limits,
      report: this.#report,
      now: this.#clock.now(),
      trimmedThrough: this.#trimmedThrough,
    });
    // Already now: a replay that reads while the commit is under way must not count on these rows.
    this.#trimmedThrough = written.trimThrough ?? this.#trimmedThrough;
    return written;
  }

  #publish(batch: PendingBatch): void {
    for (const channel of batch.touched) channel.commit(batch);
    for (const uri of batch.removed) {
      if (this.#removing.get(uri) === batch) this.#removing.delete(uri);
    }
    for (const item of batch.outbox) {
      if (typeof item !== 'function') this.#subscriptions.deliver(item);
      else this.#call(item);
    }
    this.#residency.published(batch);
  }

  #call(fn: () => void): void {
    try {
      fn();
    } catch (error) {
      const message = 'A callback that waited for a commit threw; the others ran. Mend the callback.';
      this.#report({ kind: 'callback', message, error });
    }
  }
}

/** A reporter that throws must not take the kernel down with it. */
function quiet(report: Report | undefined): Report {
  return (problem) => {
    try {
      report?.(problem);
    } catch {
      // There is nobody left to tell.
    }
  };
}
