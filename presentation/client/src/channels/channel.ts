import type { ActionEnvelope, ChatState, StateAction } from '@loggia/protocol';
import { ChannelGone } from '../errors.ts';
import { Listeners } from '../listeners.ts';
import type { Report } from '../problem.ts';
import { Cell, type Readable } from '../readable.ts';
import {
  isNewTo,
  unknownMirror,
  withAccepted,
  withoutPending,
  withPending,
  withSnapshot,
  type Mirror,
  type PendingAction,
  type Reduce,
} from './mirror.ts';
import type { Reducing } from './reducing.ts';

export interface ChannelSnapshot<State = unknown> {
  /** `loading`: no state yet. `gone`: the host has no such channel; `error` says more. */
  readonly phase: 'loading' | 'live' | 'gone';
  /** The state to show: `confirmed` with the client's own pending actions. */
  readonly state: State | undefined;
  /** The state according to the host. */
  readonly confirmed: State | undefined;
  /** The own actions that `state` has and `confirmed` has not. */
  readonly pending: readonly StateAction[];
  /**
   * True when the state is an unfolded snapshot: the host speaks 0.3, or this client doesn't know how to fold this kind
   * of channel.
   */
  readonly legacy: boolean;
  readonly error?: Error;
}

type Phase = ChannelSnapshot['phase'];

const loading: ChannelSnapshot = {
  phase: 'loading',
  state: undefined,
  confirmed: undefined,
  pending: [],
  legacy: false,
};

/** One channel of the host, as this client knows it. Changes show only when `publish` is called. */
export class Channel {
  readonly uri: string;
  /** Settles with the first snapshot, or with the reason why there is none. */
  readonly ready: Promise<void>;
  readonly accepted: Listeners<ActionEnvelope>;
  /** Called when a snapshot from the host has replaced the folded state, before the actions folded since. */
  readonly replaced: Listeners<void>;
  readonly #report: Report;
  readonly #cell: Cell<ChannelSnapshot>;
  #mirror: Mirror = unknownMirror;
  #phase: Phase = 'loading';
  #error: Error | undefined;
  #reducing: Reducing = { folds: false, reduce: (state) => state };
  /** Actions that wait for a snapshot to be folded onto; undefined when none is on its way. */
  #early: ActionEnvelope[] | undefined = [];
  /** Actions that are folded and not yet told to those who watch actions. */
  #news: ActionEnvelope[] = [];
  /** Whether listeners have yet to hear of a new snapshot. */
  #isReplaced = false;
  /** The pending actions that the published snapshot shows. */
  #shown = unknownMirror.pending;
  #settleReady: { resolve: () => void; reject: (error: Error) => void } | undefined;

  constructor(uri: string, report: Report) {
    this.uri = uri;
    this.#report = report;
    this.accepted = new Listeners(report);
    this.replaced = new Listeners(report);
    this.#cell = new Cell(loading, report);
    this.ready = new Promise((resolve, reject) => {
      this.#settleReady = { resolve, reject };
    });
    // A caller that doesn't await it must not get an unhandled rejection.
    this.ready.catch(() => {});
  }

  get snapshots(): Readable<ChannelSnapshot> {
    return this.#cell;
  }

  get awaitsSnapshot(): boolean {
    return this.#early !== undefined;
  }

  get isGone(): boolean {
    return this.#phase === 'gone';
  }

  /** A fresh snapshot is on its way; until it is here, what arrives is kept for it. */
  expectSnapshot(): void {
    this.#early = [];
  }

  takeSnapshot(
    snapshot: { readonly state: unknown; readonly fromSeq: number },
    pending: readonly PendingAction[],
    reducing: Reducing,
  ): void {
    this.#reducing = reducing;
    this.#mirror = withSnapshot(this.#reduce, snapshot, pending);
    this.#isReplaced = true;
    this.#goLive();
  }

  /** The host knows the channel, and it has no state: its traffic is all there is. */
  takeStateless(): void {
    this.#goLive();
  }

  /** Whether the action cuts a chat at a turn that this client has not loaded, so that it cannot follow. */
  isLostAt({ action, serverSeq }: ActionEnvelope): boolean {
    if (action.type !== 'chat/truncated' || action.turnId === undefined || this.#early) return false;
    if (!this.#reducing.folds || serverSeq <= this.#mirror.appliedSeq) return false;
    const { turns, turnsNextCursor } = this.#mirror.confirmed as Partial<ChatState>;
    return turnsNextCursor !== undefined && !turns?.some((turn) => turn.id === action.turnId);
  }

  /** `settles` is the number of the own action that this is the echo of. */
  take(envelope: ActionEnvelope, settles: number | undefined): void {
    if (this.#early) {
      // The own action stays in sight until the snapshot shows it.
      this.#early.push(envelope);
      return;
    }
    const isNew = isNewTo(this.#mirror, envelope);
    const { action, serverSeq } = envelope;
    this.#mirror = withAccepted(this.#mirror, this.#reduce, { action, serverSeq, settles });
    // Without folding, sequence numbers are not compared either: in 0.3, several envelopes may share one.
    if (isNew || !this.#reducing.folds) this.#news.push(envelope);
  }

  addPending(own: PendingAction): void {
    this.#mirror = withPending(this.#mirror, this.#reduce, own);
  }

  removePending(clientSeq: number): void {
    this.#mirror = withoutPending(this.#mirror, this.#reduce, clientSeq);
  }

  /** The last state stays readable; nothing changes it from now on. */
  leave(error: Error = new ChannelGone(this.uri)): void {
    this.#phase = 'gone';
    this.#error = error;
    this.#early = undefined;
    this.#settleReady?.reject(error);
    this.#settleReady = undefined;
  }

  publish(): void {
    this.#cell.set(this.#compose());
    const news = this.#news;
    this.#news = [];
    const isReplaced = this.#isReplaced;
    this.#isReplaced = false;
    if (isReplaced) this.replaced.tell();
    for (const envelope of news) this.accepted.tell(envelope);
  }

  #goLive(): void {
    const early = this.#early ?? [];
    this.#early = undefined;
    this.#phase = 'live';
    this.#settleReady?.resolve();
    this.#settleReady = undefined;
    for (const envelope of early) this.take(envelope, undefined);
  }

  readonly #reduce: Reduce = (state, action) => {
    try {
      return this.#reducing.reduce(state, action);
    } catch (error) {
      const message = `${action.type} could not be folded into ${this.uri}; the state stays as it was.`;
      this.#report({ kind: 'reducer', message, error });
      return state;
    }
  };

  /** The same object as before when nothing in it changed. */
  #compose(): ChannelSnapshot {
    const before = this.#cell.getSnapshot();
    const { state, confirmed, pending } = this.#mirror;
    const same =
      before.phase === this.#phase &&
      before.state === state &&
      before.confirmed === confirmed &&
      this.#shown === pending;
    if (same) return before;
    this.#shown = pending;
    return {
      phase: this.#phase,
      state,
      confirmed,
      pending: pending.map((own) => own.action),
      legacy: confirmed !== undefined && !this.#reducing.folds,
      ...(this.#error && { error: this.#error }),
    };
  }
}
