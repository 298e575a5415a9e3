import type { ActionEnvelope, StateAction } from '@loggia/protocol';
import type { Readable } from '../readable.ts';
import type { Channel, ChannelSnapshot } from './channel.ts';
import type { Dispatched } from './outbox.ts';

/**
 * One reference to a channel. Views of the same channel share its state, and the client stays subscribed until the
 * last of them is disposed of.
 */
export interface ChannelView<State = unknown> extends Readable<ChannelSnapshot<State>> {
  readonly uri: string;
  /** Resolves with the first snapshot; rejects when the host has no such channel. */
  readonly ready: Promise<void>;
  readonly phase: ChannelSnapshot['phase'];
  /** The state to show; the same object until it changes. */
  readonly state: State | undefined;
  readonly confirmed: State | undefined;
  readonly legacy: boolean;
  /** Shows the action at once and sends it. */
  dispatch(action: StateAction): Dispatched;
  /** Hears every accepted action, own ones too, after it is in `confirmed`. Untouched where nothing is folded. */
  onAction(listener: (envelope: ActionEnvelope) => void): () => void;
  /**
   * Called when a snapshot replaces the state, including the first one. After a reconnect without a snapshot, every
   * missed action is delivered instead, so listeners that follow actions only need to start over here.
   */
  onSnapshot(listener: () => void): () => void;
  /** Stops its listeners. Calling it twice is harmless. */
  dispose(): void;
}

export class SharedChannelView<State> implements ChannelView<State> {
  readonly #channel: Channel;
  readonly #snapshots: Readable<ChannelSnapshot<State>>;
  readonly #dispatch: (action: StateAction) => Dispatched;
  readonly #release: () => void;
  readonly #stops = new Set<() => void>();
  #disposed = false;

  constructor(channel: Channel, dispatch: (action: StateAction) => Dispatched, release: () => void) {
    this.#channel = channel;
    this.#snapshots = channel.snapshots as Readable<ChannelSnapshot<State>>;
    this.#dispatch = dispatch;
    this.#release = release;
  }

  readonly getSnapshot = (): ChannelSnapshot<State> => this.#snapshots.getSnapshot();

  readonly subscribe = (listener: () => void): (() => void) =>
    this.#hold(this.#snapshots.subscribe(listener));

  get uri(): string {
    return this.#channel.uri;
  }

  get ready(): Promise<void> {
    return this.#channel.ready;
  }

  get phase(): ChannelSnapshot['phase'] {
    return this.getSnapshot().phase;
  }

  get state(): State | undefined {
    return this.getSnapshot().state;
  }

  get confirmed(): State | undefined {
    return this.getSnapshot().confirmed;
  }

  get legacy(): boolean {
    return this.getSnapshot().legacy;
  }

  dispatch(action: StateAction): Dispatched {
    return this.#dispatch(action);
  }

  onAction(listener: (envelope: ActionEnvelope) => void): () => void {
    return this.#hold(this.#channel.accepted.add(listener));
  }

  onSnapshot(listener: () => void): () => void {
    return this.#hold(this.#channel.replaced.add(listener));
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    for (const stop of this.#stops) stop();
    this.#stops.clear();
    this.#release();
  }

  #hold(stop: () => void): () => void {
    const stopOnce = (): void => {
      stop();
      this.#stops.delete(stopOnce);
    };
    if (this.#disposed) stop();
    else this.#stops.add(stopOnce);
    return stopOnce;
  }
}
