import { viewContextsOf, type Message, type Turn } from '@loggia/protocol';
import { CommandFailed, type Outcome } from '../../failure.ts';
import { contextSources } from '../view-context-words.ts';
import type { Visit } from '../visit.ts';
import { Bell } from './bell.ts';
import type { Conversation } from './conversation.ts';
import { PendingInputs, type Policy } from './inputs/pending-inputs.ts';
import { followTurn } from './follow-turn.ts';
import type { Report } from './report.ts';
import { TurnNarrator } from './turn-narrator.ts';

export interface Speaking {
  readonly visit: Visit;
  readonly conversation: Conversation;
  readonly report: Report;
  readonly policy: Policy;
}

/** Sends a message and follows its turn to the end. */
export async function speak(speaking: Speaking, message: Message): Promise<Outcome> {
  const { visit, conversation, report } = speaking;
  await untilIdle(speaking);
  const turnId = visit.link.client.environment.newId();
  const startedAt = new Date(visit.world.now()).toISOString();
  const { chat, session } = conversation;
  const sources = contextSources(viewContextsOf(chat.confirmed ?? {}));
  const dispatched = chat.dispatch({ type: 'chat/turnStarted', turnId, startedAt, message });
  report.tell({ type: 'started', session: session.uri, chat: chat.uri, turn: turnId });
  if (sources !== undefined) report.tell({ type: 'notice', text: `Sent with context from ${sources}.` });
  const inputs = new PendingInputs(visit, conversation, report, speaking.policy);
  return outcomeOf(
    await followTurn({ visit, conversation, report, inputs, turnId, dispatched }),
    inputs,
    report,
  );
}

/** Resumes an interrupted turn without repeating its text. */
export async function resume(speaking: Speaking, turn: Turn): Promise<Outcome> {
  const { visit, conversation, report } = speaking;
  const narrator = new TurnNarrator();
  narrator.news(turn, conversation.session.confirmed);
  const dispatched = conversation.chat.dispatch({ type: 'chat/turnResume', turnId: turn.id });
  // Until the host has reopened it, the turn is still the one that failed.
  await dispatched.settled;
  const inputs = new PendingInputs(visit, conversation, report, speaking.policy);
  const turnId = turn.id;
  const ended = await followTurn({ visit, conversation, report, inputs, turnId, dispatched, narrator });
  return outcomeOf(ended, inputs, report);
}

/** Another client may be speaking; two turns at a time are refused. */
async function untilIdle({ visit, conversation: { chat }, report }: Speaking): Promise<void> {
  if (chat.confirmed?.activeTurn === undefined) return;
  report.say('Another turn is running. Waiting for it to finish.');
  const bell = new Bell();
  const stopped = new AbortController();
  const stops = [
    chat.subscribe(bell.ring),
    visit.link.client.status.subscribe(bell.ring),
    visit.world.onInterrupt(() => {
      stopped.abort();
      bell.ring();
    }),
  ];
  try {
    while (chat.confirmed?.activeTurn !== undefined) {
      const { next } = bell;
      if (stopped.signal.aborted) throw new CommandFailed('interrupted', 'Stopped. Nothing was sent.');
      if (chat.phase === 'gone' || visit.link.client.status.getSnapshot().phase === 'closed') {
        throw new CommandFailed('noHost', 'The host or the session went away. Nothing was sent.');
      }
      await next;
    }
  } finally {
    for (const stop of stops) stop();
  }
}

function outcomeOf({ state }: Turn, inputs: PendingInputs, report: Report): Outcome {
  if (inputs.signInNeeded !== undefined) {
    report.tell({ type: 'error', message: inputs.signInNeeded });
    return 'signInNeeded';
  }
  if (state === 'cancelled') return 'interrupted';
  if (state !== 'complete') return 'failed';
  if (inputs.refused > 0) {
    report.tell({
      type: 'error',
      message:
        'The host refused the approval, so the call was denied. Approve it in the shell, or use the token or an API key with the scope "admin".',
    });
    return 'failed';
  }
  if (inputs.unanswered === 0) return 'done';
  report.tell({
    type: 'error',
    message:
      'The agent needed input, but there is no terminal. Run it in a terminal, or allow its tools with --yes.',
  });
  return 'failed';
}
