import type { HarnessTurn } from '@loggia/sessions/harness';
import type { PromptResponse, SessionUpdate } from './protocol.ts';
import type { Continuation } from './running-agent.ts';

/** Tells the user how an agent was started for a turn. */
export function noticesFor(label: string, how: Continuation, turn: HarnessTurn): string[] {
  const isFirst = turn.history().length === 0 && turn.resumes === undefined;
  const continued = {
    resumed: `${label} was started again and goes on with its session.`,
    loaded: `${label} was started again and has read its session again.`,
    new: `${label} began a new session, and was given the conversation so far.`,
  };
  return isFirst ? [] : [continued[how]];
}

/** A notice of the agent itself. */
export function noticeText({
  title,
  description,
}: Extract<SessionUpdate, { sessionUpdate: 'notice' }>): string {
  return [title, description].filter(Boolean).join(': ');
}

/** Why the agent stopped before it was done, if it did. */
export function noticeOf({ stopReason }: PromptResponse, label: string): string | undefined {
  switch (stopReason) {
    case 'max_tokens':
      return 'The answer is cut off at the longest that the model may give. Say "continue" to go on.';
    case 'max_turn_requests':
      return `${label} stopped after as many steps as it may take. Say "continue" to go on.`;
    case 'refusal':
      return `${label} refused to answer. Rephrase your message and try again.`;
    default:
      return undefined;
  }
}
