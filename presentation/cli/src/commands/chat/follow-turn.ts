import type { Dispatched } from '@loggia/client';
import type { ActiveTurn, ChatState, Turn } from '@loggia/protocol';
import { CommandFailed } from '../../failure.ts';
import type { Visit } from '../visit.ts';
import { Bell } from './bell.ts';
import type { Conversation } from './conversation.ts';
import type { PendingInputs } from './inputs/pending-inputs.ts';
import type { Report } from './report.ts';
import { TurnNarrator } from './turn-narrator.ts';

/** A turn that is under way, or about to be. */
export interface Following {
  readonly visit: Visit;
  readonly conversation: Conversation;
  readonly report: Report;
  readonly inputs: PendingInputs;
  readonly turnId: string;
  /** The action that started the turn. */
  readonly dispatched: Dispatched;
  /** The narrator that has already told the beginning of the turn. */
  readonly narrator?: TurnNarrator;
}

/**
 * Shows the turn as it arrives and handles its questions until it ends. Ctrl-C cancels it; a second one leaves it
 * running. Throws where the host refuses the turn, or is gone for good.
 */
export async function followTurn(following: Following): Promise<Turn> {
  const { visit, conversation, report, inputs, turnId, dispatched } = following;
  const { session, chat } = conversation;
  const { client } = visit.link;
  const narrator = following.narrator ?? new TurnNarrator();
  const bell = new Bell();
  let refusal: unknown;
  let isCanceled = false;
  let leaves = false;
  let isLost = false;
  let seen = false;
  let activity: string | undefined;

  const cancel = (): void => {
    if (isCanceled) {
      leaves = true;
    } else {
      isCanceled = true;
      const since = chat.state?.activeTurn?.startedAt;
      const duration = since === undefined ? 0 : Math.max(0, visit.world.now() - Date.parse(since));
      chat.dispatch({ type: 'chat/turnCancelled', turnId, duration });
      report.say('Canceling; Ctrl-C again leaves without waiting.');
    }
    bell.ring();
  };
  const connection = (): void => {
    const { phase } = client.status.getSnapshot();
    if (phase === 'closed') throw hostGone();
    if (phase === 'reconnecting' && !isLost) report.say('The connection to the host was lost. Reconnecting…');
    if (phase === 'connected' && isLost) report.say('Reconnected.');
    isLost = phase === 'reconnecting';
  };

  const stops = [
    chat.subscribe(bell.ring),
    session.subscribe(bell.ring),
    session.onAction(({ action }) => inputs.heard(action)),
    client.status.subscribe(bell.ring),
    visit.world.onInterrupt(cancel),
  ];
  dispatched.settled.catch((error: unknown) => {
    refusal = error;
    bell.ring();
  });
  try {
    for (;;) {
      const { next } = bell;
      connection();
      const turn = turnIn(chat.confirmed, turnId);
      seen ||= turn !== undefined;
      if (turn !== undefined) for (const event of narrator.news(turn, session.confirmed)) report.tell(event);
      if (turn !== undefined && 'state' in turn) {
        report.tell({ type: 'done', state: turn.state, turn: turnId });
        return turn;
      }
      if (turn !== undefined && chat.confirmed?.activity !== activity) {
        ({ activity } = chat.confirmed ?? {});
        report.activity(activity);
      }
      if (leaves) throw new CommandFailed('interrupted', 'Stopped watching. The turn may still be running.');
      if (chat.phase === 'gone') throw new CommandFailed('failed', 'Someone deleted the session.');
      if (turn === undefined && refusal !== undefined) throw refusal;
      if (turn === undefined && seen) throw new CommandFailed('failed', 'Someone removed the turn.');
      const waiting = isCanceled || turn === undefined ? undefined : inputs.next();
      if (waiting === undefined) await next;
      else if ((await inputs.answer(waiting)) === 'cancel') cancel();
    }
  } finally {
    for (const stop of stops) stop();
    if (activity !== undefined) report.activity(undefined);
  }
}

function turnIn(state: ChatState | undefined, turnId: string): ActiveTurn | Turn | undefined {
  if (state?.activeTurn?.id === turnId) return state.activeTurn;
  return state?.turns.find(({ id }) => id === turnId);
}

function hostGone(): CommandFailed {
  return new CommandFailed(
    'noHost',
    'The connection to the host was lost and could not be restored. Check with "loggia doctor" whether it is running. "loggia chat --continue" goes on from there.',
  );
}
