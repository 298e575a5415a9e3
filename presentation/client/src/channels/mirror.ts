import type { StateAction } from '@loggia/protocol';

/** Folds one action. Must be pure and must not throw. */
export type Reduce = (state: unknown, action: StateAction) => unknown;

/** An own action that the host has not answered yet. */
export interface PendingAction {
  readonly clientSeq: number;
  readonly action: StateAction;
}

/**
 * The known state of a channel. Invariant: `state` is `confirmed` with every pending action folded onto it, in order,
 * and is the very same object when nothing is pending.
 */
export interface Mirror {
  /** The state according to the host. */
  readonly confirmed: unknown;
  /** Everything of this channel up to here is in `confirmed`. */
  readonly appliedSeq: number;
  readonly pending: readonly PendingAction[];
  /** The state to show. */
  readonly state: unknown;
}

interface Accepted {
  readonly action: StateAction;
  readonly serverSeq: number;
}

export const unknownMirror: Mirror = { confirmed: undefined, appliedSeq: 0, pending: [], state: undefined };

function fold(reduce: Reduce, state: unknown, actions: readonly PendingAction[]): unknown {
  // Nothing can be folded onto a state that is not known yet.
  if (state === undefined) return undefined;
  return actions.reduce<unknown>((folded, { action }) => reduce(folded, action), state);
}

export function withSnapshot(
  reduce: Reduce,
  snapshot: { readonly state: unknown; readonly fromSeq: number },
  pending: readonly PendingAction[],
): Mirror {
  const confirmed = snapshot.state;
  return { confirmed, appliedSeq: snapshot.fromSeq, pending, state: fold(reduce, confirmed, pending) };
}

/**
 * Whether an action is not part of `confirmed` yet. Turns that are loaded for this client alone are not in the log;
 * those that a following action needs come with the number just before its own, which may have been used already.
 */
export function isNewTo(mirror: Mirror, action: Accepted): boolean {
  if (action.serverSeq > mirror.appliedSeq) return true;
  return action.action.type === 'chat/turnsLoaded' && action.serverSeq === mirror.appliedSeq;
}

/**
 * An action that the host accepted. `settles` is the number of the own action whose echo it is. One that is already
 * part of `confirmed` is not folded again.
 */
export function withAccepted(
  mirror: Mirror,
  reduce: Reduce,
  accepted: Accepted & { readonly settles?: number | undefined },
): Mirror {
  const { action, serverSeq, settles } = accepted;
  const confirmed =
    isNewTo(mirror, accepted) && mirror.confirmed !== undefined
      ? reduce(mirror.confirmed, action)
      : mirror.confirmed;
  const pending = withoutSeq(mirror.pending, settles);
  const changed = confirmed !== mirror.confirmed || pending !== mirror.pending;
  return {
    confirmed,
    appliedSeq: Math.max(mirror.appliedSeq, serverSeq),
    pending,
    state: changed ? fold(reduce, confirmed, pending) : mirror.state,
  };
}

export function withPending(mirror: Mirror, reduce: Reduce, added: PendingAction): Mirror {
  return { ...mirror, pending: [...mirror.pending, added], state: fold(reduce, mirror.state, [added]) };
}

/** Takes an own action back. */
export function withoutPending(mirror: Mirror, reduce: Reduce, clientSeq: number): Mirror {
  const pending = withoutSeq(mirror.pending, clientSeq);
  if (pending === mirror.pending) return mirror;
  return { ...mirror, pending, state: fold(reduce, mirror.confirmed, pending) };
}

function withoutSeq(
  pending: readonly PendingAction[],
  clientSeq: number | undefined,
): readonly PendingAction[] {
  return pending.some((own) => own.clientSeq === clientSeq)
    ? pending.filter((own) => own.clientSeq !== clientSeq)
    : pending;
}
