import type { Principal } from '@loggia/access';
import type { Channel, ChannelIdentity, Kernel, Subscriber } from '@loggia/kernel';
import { ProtocolError } from '@loggia/protocol';
import type { ChannelTable } from '../channels/channel-table.ts';
import type { SubscriptionOptions } from './subscription-choices.ts';
import type { Watchers } from './watchers.ts';

export interface HeldSubscription extends SubscriptionOptions {
  readonly channel: ChannelIdentity;
  unsubscribe(): void;
}

/** A state to show, and the position in the log that it covers. */
export interface Subscribed {
  readonly state: object;
  readonly seq: number;
}

interface SubscriptionServices {
  readonly kernel: Kernel;
  readonly channels: ChannelTable;
  readonly watchers: Watchers;
  readonly limits: { readonly maxSubscriptions: number };
}

/** The channels that one connection watches, limited to those its principal may see. */
export class SubscriptionSet {
  readonly #kernel: Kernel;
  readonly #channels: ChannelTable;
  readonly #principal: Principal;
  readonly #subscriber: Subscriber;
  readonly #watchers: Watchers;
  readonly #most: number;
  readonly #held = new Map<string, HeldSubscription>();
  #isClosed = false;

  constructor(
    { kernel, channels, watchers, limits }: SubscriptionServices,
    principal: Principal,
    subscriber: Subscriber,
  ) {
    this.#kernel = kernel;
    this.#channels = channels;
    this.#principal = principal;
    this.#subscriber = subscriber;
    this.#watchers = watchers;
    this.#most = limits.maxSubscriptions;
  }

  get(uri: string): HeldSubscription | undefined {
    return this.#held.get(uri);
  }

  uris(): ReadonlySet<string> {
    return new Set(this.#held.keys());
  }

  /** Whether it is watched, and may be acted on too. */
  mayAct(uri: string): boolean {
    const held = this.#held.get(uri);
    return held !== undefined && this.#channels.allows(held.channel, 'act', this.#principal);
  }

  /**
   * Returns the state, and delivers changes from now on; undefined if there is no such channel. Throws
   * PermissionDenied.
   */
  async add(uri: string, options: SubscriptionOptions): Promise<Subscribed | undefined> {
    const channel = await this.#channels.open<object>(uri, 'watch', this.#principal);
    return channel && this.#watch(channel, options);
  }

  /** Those that exist and may be watched, all as of the newest number. */
  async addAll(
    uris: readonly string[],
    optionsOf: (uri: string) => SubscriptionOptions,
  ): Promise<{ seq: number; found: Map<string, object> }> {
    const pins: (() => void)[] = [];
    const wanted = new Set(uris);
    try {
      for (const uri of wanted) {
        const channel = await this.#channels.find(uri, 'watch', this.#principal);
        if (channel) pins.push(this.#kernel.pin(channel));
        else wanted.delete(uri);
      }
      const found = new Map<string, object>();
      for (const uri of wanted) {
        const channel = this.#kernel.peek<object>(uri);
        const subscribed = channel?.durable ? this.#watch(channel, optionsOf(uri)) : undefined;
        if (subscribed) found.set(uri, subscribed.state);
      }
      return { seq: this.#kernel.seq, found };
    } finally {
      for (const release of pins) release();
    }
  }

  #watch(channel: Channel<object>, options: SubscriptionOptions): Subscribed | undefined {
    if (this.#isClosed) return undefined;
    const { uri } = channel;
    this.#held.get(uri)?.unsubscribe();
    this.#assertRoom(uri);
    const { state, seq, unsubscribe } = this.#kernel.subscribe(channel, this.#subscriber);
    this.#hold({ ...options, channel: identityOf(channel), unsubscribe });
    return { state, seq };
  }

  /** Those of the channels that exist and may be watched. */
  watchable(uris: readonly string[]): Promise<ReadonlyMap<string, ChannelIdentity>> {
    return this.#channels.watchable(uris, this.#principal);
  }

  /** Adopts a subscription from a replay, for a channel that was found to be watchable. */
  adopt(channel: ChannelIdentity, subscription: { unsubscribe(): void }, options: SubscriptionOptions): void {
    if (this.#isClosed) return subscription.unsubscribe();
    const unsubscribe = (): void => subscription.unsubscribe();
    this.#hold({ ...options, channel: identityOf(channel), unsubscribe });
    return undefined;
  }

  #hold(subscription: HeldSubscription): void {
    const { uri } = subscription.channel;
    const isNew = !this.#held.has(uri);
    this.#held.set(uri, subscription);
    if (isNew) this.#watchers.came(uri);
  }

  delete(uri: string): boolean {
    const held = this.#held.get(uri);
    if (!held) return false;
    held.unsubscribe();
    this.#held.delete(uri);
    this.#watchers.left(uri);
    return true;
  }

  /** Permanently: the connection is gone, and pending subscriptions come too late. */
  close(): void {
    this.#isClosed = true;
    for (const uri of [...this.#held.keys()]) this.delete(uri);
  }

  #assertRoom(uri: string): void {
    if (this.#held.has(uri) || this.#held.size < this.#most) return;
    throw new ProtocolError(
      'InvalidRequest',
      `A connection can watch ${this.#most} channels. Unsubscribe from some first.`,
    );
  }
}

/** Without the channel itself, which may leave memory. */
function identityOf({ uri, kind, parent }: ChannelIdentity): ChannelIdentity {
  return { uri, kind, parent };
}
