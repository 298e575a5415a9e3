import type { StateAction } from '@loggia/protocol';
import type { PendingAction } from './mirror.ts';

export interface Dispatched {
  readonly clientSeq: number;
  /** Rejects with `ActionRejected`, or with `ActionUnconfirmed` when the outcome is unknown. */
  readonly settled: Promise<'accepted'>;
}

/** An own action until the host has answered it. */
export class OwnAction implements PendingAction, Dispatched {
  readonly clientSeq: number;
  readonly channel: string;
  readonly action: StateAction;
  readonly settled: Promise<'accepted'>;
  /** How often it was handed to a transport. */
  sends = 0;
  #settle: { resolve: (value: 'accepted') => void; reject: (error: Error) => void } | undefined;
  #cancelDeadline: (() => void) | undefined;

  constructor(clientSeq: number, channel: string, action: StateAction) {
    this.clientSeq = clientSeq;
    this.channel = channel;
    this.action = action;
    this.settled = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    // Many dispatch and only watch the state; a refusal must not bring them down.
    this.settled.catch(() => {});
  }

  /** Replaces the deadline before, if any. */
  setDeadline(cancel: (() => void) | undefined): void {
    this.#cancelDeadline?.();
    this.#cancelDeadline = cancel;
  }

  accept(): void {
    this.setDeadline(undefined);
    this.#settle?.resolve('accepted');
  }

  reject(error: Error): void {
    this.setDeadline(undefined);
    this.#settle?.reject(error);
  }
}

/** Own actions without an answer, of all channels, in the order in which they were dispatched. */
export class Outbox {
  readonly #actions = new Map<number, OwnAction>();
  #lastSeq: number;

  /** Numbers start above `after`. */
  constructor(after: number) {
    this.#lastSeq = after;
  }

  add(channel: string, action: StateAction): OwnAction {
    const own = new OwnAction(++this.#lastSeq, channel, action);
    this.#actions.set(own.clientSeq, own);
    return own;
  }

  has(own: OwnAction): boolean {
    return this.#actions.get(own.clientSeq) === own;
  }

  /** The action of that number, which is no longer in here afterwards. */
  take(clientSeq: number): OwnAction | undefined {
    const own = this.#actions.get(clientSeq);
    this.#actions.delete(clientSeq);
    return own;
  }

  all(): OwnAction[] {
    return [...this.#actions.values()];
  }

  of(channel: string): OwnAction[] {
    return this.all().filter((own) => own.channel === channel);
  }
}
