import type { ChatInputRequest, InputNeeded, SessionState } from '@loggia/protocol';
import { plain, withoutMarks } from '../calls/call-words.ts';

/** Something in a session that waits for the user. */
export interface Waiting {
  readonly id: string;
  readonly chat: string;
  /** Undefined where the running turn of the chat is meant. */
  readonly turn: string | undefined;
  /** The call or the request that waits, as the row that shows it knows it. */
  readonly subject: string;
  readonly says: string;
}

export function waitingIn(session: Pick<SessionState, 'inputNeeded'> | undefined): readonly Waiting[] {
  return (session?.inputNeeded ?? []).flatMap((entry): readonly Waiting[] => {
    const { id, chat } = entry;
    switch (entry.kind) {
      case 'chatInput':
        return [{ id, chat, turn: undefined, subject: entry.request.id, says: questionOf(entry.request) }];
      case 'toolConfirmation':
      case 'toolAuthentication': {
        const { toolCallId } = entry.toolCall;
        return [{ id, chat, turn: entry.turnId, subject: toolCallId, says: callWords(entry) }];
      }
      default:
        return [];
    }
  });
}

/** The question to turn to once another is answered: the one below it, else the first that is left. */
export function nextAfter(waiting: readonly Waiting[], answered: string): Waiting | undefined {
  const at = waiting.findIndex(({ subject }) => subject === answered);
  const left = waiting.filter(({ subject }) => subject !== answered);
  return left[Math.max(0, at)] ?? left[0];
}

function questionOf({ message, questions }: ChatInputRequest): string {
  return withoutMarks(message ?? questions?.[0]?.message ?? 'A question for you');
}

function callWords({ kind, toolCall }: Extract<InputNeeded, { toolCall: unknown }>): string {
  if (kind === 'toolAuthentication') return `“${toolCall.displayName}” needs a sign-in`;
  if (toolCall.status === 'pending-result-confirmation')
    return `May the agent see what “${toolCall.displayName}” answered?`;
  if (toolCall.status === 'pending-confirmation' && toolCall.confirmationTitle !== undefined)
    return withoutMarks(plain(toolCall.confirmationTitle));
  return `May the agent use “${toolCall.displayName}”?`;
}
