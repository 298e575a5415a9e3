import { hasStatus, Status, type ChatState, type ErrorPart, type Turn } from '@loggia/protocol';
import { textOf } from '../turns/conversation.ts';

/** How the work in an opened chat stands. */
export interface Standing {
  readonly state: 'working' | 'waiting' | 'done' | 'failed' | 'stopped' | 'gone';
  /** Everything the agent has said. */
  readonly text: string;
  /** Why it failed. */
  readonly problem?: string;
}

/** The turn with the given id, or else the one that runs or ran last. */
export function standingOf(chat: ChatState | undefined, turnId?: string): Standing {
  const active = chat?.activeTurn;
  if (active && (turnId === undefined || active.id === turnId)) {
    const waits = hasStatus(chat.status, Status.inputNeeded);
    return { state: waits ? 'waiting' : 'working', text: textOf(active.responseParts) };
  }
  const turn = turnId === undefined ? chat?.turns.at(-1) : chat?.turns.find(({ id }) => id === turnId);
  return turn ? endOf(turn) : { state: 'gone', text: '' };
}

function endOf({ state, responseParts }: Turn): Standing {
  const text = textOf(responseParts);
  if (state === 'cancelled') return { state: 'stopped', text };
  if (state !== 'error') return { state: 'done', text };
  const failure = responseParts.findLast((part): part is ErrorPart => part.kind === 'error');
  return { state: 'failed', text, problem: failure?.error.message ?? 'It ended with an error.' };
}

const words: Readonly<Record<Standing['state'], string>> = {
  working: 'is still working',
  waiting: 'waits for the user',
  done: 'has finished',
  failed: 'failed',
  stopped: 'was stopped',
  gone: 'was removed',
};

/** A line for the agent that opened it, and what was said there. */
export function standingText(title: string, { state, text, problem }: Standing): string {
  const line = `The chat ${JSON.stringify(title)} ${words[state]}${problem === undefined ? '.' : `: ${problem}`}`;
  return text.trim() === '' ? line : `${line}\n\n${text}`;
}

export function standingWords({ state }: Standing): string {
  return words[state];
}
