import type {
  ActionEnvelope,
  ChannelScheme,
  Family,
  Params,
  Snapshot,
  StateAction,
  SubscribeResult,
} from '@loggia/protocol';
import type { Environment } from '../environment.ts';
import { ActionRejected, ActionUnconfirmed, ChannelGone, Disconnected, RequestTimedOut } from '../errors.ts';
import type { Report } from '../problem.ts';
import { Channel } from './channel.ts';
import { Outbox, type Dispatched, type OwnAction } from './outbox.ts';
import { reducingFor, type ReducerLookup } from './reducing.ts';

export interface SubscribeOptions {
  /** How much of a chat to be sent; the rest comes with `fetchTurns`. */
  readonly view?: Params<'subscribe'>['view'];
  /** How long the host may hold actions back to send several as one. */
  readonly delivery?: Params<'subscribe'>['delivery'];
  /** For channels whose URI doesn't show their kind. */
  readonly kind?: ChannelScheme;
}

/** How the replica speaks to the host. */
export interface Wire {
  isConnected(): boolean;
  /** Runs at once when connected, otherwise as soon as that is so, in order; `cancel` when the client closes first. */
  whenConnected(run: () => void, cancel: (error: Error) => void): void;
  subscribe(params: Params<'subscribe'>): Promise<SubscribeResult>;
  unsubscribe(uri: string): void;
  dispatch(params: { channel: string; clientSeq: number; action: StateAction }): void;
}

/** Sent this often without an answer, an action is more likely to be what ends the connection. */
const mostSends = 3;

interface Subscription {
  readonly channel: Channel;
  readonly options: SubscribeOptions;
  references: number;
  /** Its first `subscribe` waits for a connection, behind what was asked for before it. */
  queued: boolean;
  /** A `subscribe` is under way. */
  asking: boolean;
}

/**
 * This client's copy of everything it watches: the channels, its own unanswered actions, and its position in the host's
 * log. It relies on the order of the connection: a message with number n comes after everything with a lower number for
 * this client.
 */
export class Replica {
  readonly #clientId: string;
  readonly #wire: Wire;
  readonly #environment: Environment;
  readonly #report: Report;
  readonly #extension: ReducerLookup | undefined;
  readonly #actionTimeoutMs: number;
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #outbox: Outbox;
  #lastSeenSeq = 0;
  #family: Family = '1.0';

  constructor(options: {
    clientId: string;
    wire: Wire;
    environment: Environment;
    report: Report;
    reducers: ReducerLookup | undefined;
    actionTimeoutMs: number;
  }) {
    this.#clientId = options.clientId;
    this.#wire = options.wire;
    this.#environment = options.environment;
    this.#report = options.report;
    this.#extension = options.reducers;
    this.#actionTimeoutMs = options.actionTimeoutMs;
    // The clock seeds the numbers, so that a client restarted under an old id never uses a number twice.
    this.#outbox = new Outbox(options.environment.now());
  }

  get lastSeenSeq(): number {
    return this.#lastSeenSeq;
  }

  /** Adds one reference; each `release` takes one. The options of the first reference hold for all. */
  open(uri: string, options: SubscribeOptions): Channel {
    const present = this.#subscriptions.get(uri);
    if (present) {
      present.references += 1;
      return present.channel;
    }
    const channel = new Channel(uri, this.#report);
    const subscription: Subscription = { channel, options, references: 1, queued: true, asking: false };
    this.#subscriptions.set(uri, subscription);
    for (const own of this.#outbox.of(uri)) channel.addPending(own);
    const start = (): void => {
      subscription.queued = false;
      // The handshake may have brought the snapshot already.
      if (channel.awaitsSnapshot) void this.#subscribe(subscription);
    };
    this.#wire.whenConnected(start, (error) => this.forget(uri, error));
    return channel;
  }

  release(channel: Channel): void {
    const subscription = this.#subscriptions.get(channel.uri);
    if (subscription?.channel !== channel) return;
    subscription.references -= 1;
    if (subscription.references > 0) return;
    this.#subscriptions.delete(channel.uri);
    if (this.#wire.isConnected()) this.#wire.unsubscribe(channel.uri);
  }

  channel(uri: string): Channel | undefined {
    return this.#subscriptions.get(uri)?.channel;
  }

  dispatch(uri: string, action: StateAction): Dispatched {
    const own = this.#outbox.add(uri, action);
    const channel = this.channel(uri);
    channel?.addPending(own);
    channel?.publish();
    this.#wire.whenConnected(
      () => this.#send(own),
      (error) => this.#giveUp(own, error),
    );
    return own;
  }

  receive(envelope: ActionEnvelope): void {
    const subscription = this.#subscriptions.get(envelope.channel);
    const isLost = envelope.rejectionReason === undefined && subscription?.channel.isLostAt(envelope);
    this.#fold(envelope);
    this.channel(envelope.channel)?.publish();
    if (subscription && isLost) void this.#subscribe(subscription);
  }

  /** The host has taken the channel away. */
  forget(uri: string, error: Error = new ChannelGone(uri)): void {
    for (const own of this.#outbox.of(uri)) this.#takeBack(own, error);
    const channel = this.channel(uri);
    if (!channel) return;
    this.#subscriptions.delete(uri);
    channel.leave(error);
    channel.publish();
  }

  /** No answer will come from now on. */
  end(error: Error): void {
    for (const own of this.#outbox.all()) this.#takeBack(own, error);
    for (const { channel } of [...this.#subscriptions.values()]) {
      if (channel.awaitsSnapshot) channel.leave(error);
      channel.publish();
    }
  }

  /** Without a connection, no answer can be late. */
  connectionLost(): void {
    for (const own of this.#outbox.all()) own.setDeadline(undefined);
  }

  /** The channels to name in `initialize`. Those with options of their own are subscribed to one by one. */
  plainUris(): string[] {
    const plain = [...this.#subscriptions.values()].filter(
      ({ options }) => !options.view && !options.delivery,
    );
    return plain.map(({ channel }) => channel.uri);
  }

  /**
   * The channels to name in `reconnect`: what is mirrored, and where own actions wait, because only a replay of those
   * channels tells which were accepted.
   */
  resumableUris(): string[] {
    const mirrored = [...this.#subscriptions.values()].filter(({ channel }) => !channel.awaitsSnapshot);
    const awaited = this.#outbox.all().filter((own) => own.sends > 0);
    return [
      ...new Set([...mirrored.map(({ channel }) => channel.uri), ...awaited.map((own) => own.channel)]),
    ];
  }

  /** The host starts over with this client: the snapshots replace the previous states. */
  restart(family: Family, serverSeq: number, snapshots: readonly Snapshot[]): void {
    this.#family = family;
    this.#lastSeenSeq = serverSeq;
    const lost =
      'The connection was lost before the host answered, and the host no longer has the actions that were missed.';
    for (const own of this.#outbox.all()) if (own.sends > 0) this.#takeBack(own, new ActionUnconfirmed(lost));
    // Also those that no snapshot is for: they are subscribed to again.
    for (const { channel } of this.#subscriptions.values()) channel.expectSnapshot();
    for (const snapshot of snapshots) this.#takeSnapshot(snapshot);
  }

  replay(actions: readonly ActionEnvelope[], missing: readonly string[]): void {
    for (const envelope of actions) this.#fold(envelope);
    for (const uri of missing) this.forget(uri);
  }

  /**
   * The handshake is over. `asked` are the channels that it named and the host has: unwanted ones are unsubscribed,
   * those without a snapshot are subscribed to, and unanswered actions are sent again.
   */
  resume(asked: readonly string[]): void {
    for (const uri of asked) if (!this.#subscriptions.has(uri)) this.#wire.unsubscribe(uri);
    for (const subscription of [...this.#subscriptions.values()]) {
      const { channel } = subscription;
      channel.publish();
      if (channel.awaitsSnapshot && !subscription.queued && !subscription.asking)
        void this.#subscribe(subscription);
    }
    for (const own of this.#outbox.all()) if (own.sends > 0) this.#send(own);
  }

  #fold(envelope: ActionEnvelope): void {
    const { channel: uri, origin, rejectionReason, serverSeq } = envelope;
    const own = origin?.clientId === this.#clientId ? this.#outbox.take(origin.clientSeq) : undefined;
    if (rejectionReason !== undefined) {
      // Never folded, and its number says nothing about what else was sent.
      if (own) this.channel(own.channel)?.removePending(own.clientSeq);
      own?.reject(new ActionRejected(rejectionReason));
      return;
    }
    this.#lastSeenSeq = Math.max(this.#lastSeenSeq, serverSeq);
    const channel = this.channel(uri);
    if (channel?.isLostAt(envelope)) channel.expectSnapshot();
    channel?.take(envelope, own?.clientSeq);
    own?.accept();
    if (envelope.action.type === 'session/chatRemoved') this.#doubt(envelope.action.chat);
  }

  /** A chat that leaves its session is gone or has moved; the host does not say which unless it is asked. */
  #doubt(uri: string): void {
    const subscription = this.#subscriptions.get(uri);
    if (subscription && !subscription.channel.awaitsSnapshot) void this.#subscribe(subscription);
  }

  async #subscribe(subscription: Subscription): Promise<void> {
    const { channel, options } = subscription;
    const { uri } = channel;
    const { view, delivery } = options;
    const isCurrent = (): boolean => this.#subscriptions.get(uri) === subscription;
    if (!isCurrent()) return;
    channel.expectSnapshot();
    subscription.asking = true;
    try {
      const params = { channel: uri, ...(view && { view }), ...(delivery && { delivery }) };
      const { snapshot } = await this.#wire.subscribe(params);
      if (isCurrent() && channel.awaitsSnapshot) this.#subscribed(channel, snapshot);
    } catch (error) {
      // A lost connection is mended by the next one, which subscribes again.
      if (!isCurrent() || error instanceof Disconnected) return;
      if (error instanceof RequestTimedOut) this.#wire.unsubscribe(uri);
      this.forget(uri, error instanceof Error ? error : new ChannelGone(uri, { cause: error }));
    } finally {
      subscription.asking = false;
    }
  }

  #subscribed(channel: Channel, snapshot: Snapshot | undefined): void {
    if (snapshot) {
      this.#lastSeenSeq = Math.max(this.#lastSeenSeq, snapshot.fromSeq);
      this.#takeSnapshot({ ...snapshot, resource: channel.uri });
    } else channel.takeStateless();
    channel.publish();
  }

  #takeSnapshot({ resource, state, fromSeq }: Snapshot): void {
    const subscription = this.#subscriptions.get(resource);
    if (!subscription) return;
    const { channel, options } = subscription;
    const reducing = reducingFor(resource, this.#family, { kind: options.kind, extension: this.#extension });
    channel.takeSnapshot({ state, fromSeq }, this.#outbox.of(resource), reducing);
  }

  #send(own: OwnAction): void {
    if (!this.#outbox.has(own)) return;
    if (own.sends >= mostSends) {
      this.#giveUp(
        own,
        new ActionUnconfirmed(`The connection was lost ${mostSends} times over this action.`),
      );
      return;
    }
    own.sends += 1;
    const { channel, clientSeq, action } = own;
    own.setDeadline(
      this.#environment.after(this.#actionTimeoutMs, () => {
        const ms = this.#actionTimeoutMs;
        const why = `The host did not answer within ${ms} ms; it may not know ${channel}.`;
        this.#giveUp(own, new ActionUnconfirmed(why));
      }),
    );
    this.#wire.dispatch({ channel, clientSeq, action });
  }

  #giveUp(own: OwnAction, error: Error): void {
    this.#takeBack(own, error);
    this.channel(own.channel)?.publish();
  }

  /** The caller publishes. */
  #takeBack(own: OwnAction, error: Error): void {
    this.#outbox.take(own.clientSeq);
    this.channel(own.channel)?.removePending(own.clientSeq);
    own.reject(error);
  }
}
