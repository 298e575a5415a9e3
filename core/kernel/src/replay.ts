import type { Entry } from './entry.ts';
import type { LogQuery, LogRow, LogSlice, Store } from './ports/store.ts';
import type { Subscriber, Subscription, Subscriptions } from './subscriptions.ts';

export interface Replay {
  /** In order. `json` is the envelope, ready to be sent. */
  readonly entries: readonly LogRow[];
  /** Requested channels that don't exist. */
  readonly missing: readonly string[];
  /** Everything up to this number is in `entries`. */
  readonly through: number;
}

export interface Resumed extends Replay {
  /** One for each channel that exists. */
  readonly subscriptions: ReadonlyMap<string, Subscription>;
  /** Delivers live entries, starting with those that arrived meanwhile. Call it when the replay is on its way. */
  start(): void;
}

/** The part of the log that can be replayed. */
export interface LogReach {
  /** The newest number that has been told. */
  toldSeq(): number;
  /** The store has everything up to this number, */
  storedSeq(): number;
  /** and these were told since. */
  toldAhead(): readonly LogRow[];
  /** Rows up to here may be gone. */
  trimmedThrough(): number;
}

export class Replays {
  readonly #store: Store;
  readonly #subscriptions: Subscriptions;
  readonly #reach: LogReach;

  constructor(store: Store, subscriptions: Subscriptions, reach: LogReach) {
    this.#store = store;
    this.#subscriptions = subscriptions;
    this.#reach = reach;
  }

  async replay(
    after: number,
    uris: readonly string[],
    { authors = false }: { readonly authors?: boolean } = {},
  ): Promise<Replay | undefined> {
    const through = this.#reach.toldSeq();
    const slice = await this.#read({ after, through, channels: [...new Set(uris)], authors });
    return slice && { entries: slice.rows, missing: slice.missing, through };
  }

  async resume(after: number, uris: readonly string[], subscriber: Subscriber): Promise<Resumed | undefined> {
    // Subscribes before reading the log, so that nothing is lost in between.
    const through = this.#reach.toldSeq();
    const held = new HeldSubscriber(subscriber, this.#subscriptions);
    const subscriptions = new Map<string, Subscription>();
    for (const uri of new Set(uris)) {
      const registered = this.#subscriptions.add(uri, held, through);
      const unsubscribe = (): void => {
        registered.unsubscribe();
        held.forget(uri);
      };
      subscriptions.set(uri, { unsubscribe });
    }
    const drop = (uri: string): void => {
      subscriptions.get(uri)?.unsubscribe();
      subscriptions.delete(uri);
    };
    let slice: LogSlice | undefined;
    try {
      slice = await this.#read({ after, through, channels: [...subscriptions.keys()] });
    } finally {
      if (slice === undefined) uris.forEach(drop);
    }
    if (slice === undefined) return undefined;
    slice.missing.forEach(drop);
    return {
      entries: slice.rows,
      missing: slice.missing,
      through,
      subscriptions,
      start: () => held.start(),
    };
  }

  /** Undefined if the log doesn't have everything since `after`. */
  async #read(query: LogQuery): Promise<LogSlice | undefined> {
    const { after, through } = query;
    if (after > through || after < this.#reach.trimmedThrough()) return undefined;
    const isWanted = ({ seq, channel }: LogRow): boolean => seq > after && query.channels.includes(channel);
    const ahead = this.#reach.toldAhead().filter(isWanted);
    const slice = await this.#store.readLog({ ...query, through: this.#reach.storedSeq() });
    // The log may have been trimmed while it was read.
    if (after < this.#reach.trimmedThrough()) return undefined;
    // A client last seen before the channel was created knows an older channel of that URI, or none.
    if (slice.newestCreation > after) return undefined;
    return ahead.length > 0 ? { ...slice, rows: [...slice.rows, ...ahead] } : slice;
  }
}

/** Holds live entries back until the replay is on its way, so that they can't overtake it. */
class HeldSubscriber implements Subscriber {
  readonly #subscriber: Subscriber;
  readonly #subscriptions: Subscriptions;
  #held: { readonly uri: string; readonly tell: () => void }[] | undefined = [];

  constructor(subscriber: Subscriber, subscriptions: Subscriptions) {
    this.#subscriber = subscriber;
    this.#subscriptions = subscriptions;
  }

  deliver(entry: Entry): void {
    this.#tell(entry.channel, () => this.#subscriber.deliver(entry));
  }

  removed(uri: string): void {
    this.#tell(uri, () => this.#subscriber.removed?.(uri));
  }

  forget(uri: string): void {
    this.#held = this.#held?.filter((waiting) => waiting.uri !== uri);
  }

  start(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const { uri, tell } of held) {
      try {
        tell();
      } catch (error) {
        this.#subscriptions.reportThrow(uri, error);
      }
    }
  }

  #tell(uri: string, tell: () => void): void {
    if (this.#held === undefined) tell();
    else this.#held.push({ uri, tell });
  }
}
