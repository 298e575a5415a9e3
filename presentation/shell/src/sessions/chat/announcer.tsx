import type { ChatState } from '@loggia/protocol';
import { useState } from 'react';
import { spokenMarkdown } from '../../renderers/spoken-markdown.ts';
import type { Waiting } from './waiting.ts';

/** Enough for the words that are read out, with the marks between them. */
const mostRead = 1000;

/** Tells screen readers when an answer is complete, or waits for them: not each word of it. */
export function Announcer({
  state,
  waiting,
}: {
  readonly state: ChatState;
  readonly waiting: readonly Waiting[];
}) {
  const active = state.activeTurn?.id;
  const last = state.turns.at(-1);
  const [ran, setRan] = useState({ now: active, before: undefined as string | undefined });
  // When another turn is active, the previously active one has ended.
  if (ran.now !== active) setRan({ now: active, before: ran.now });
  const first = waiting[0];
  const hasEnded = active === undefined && last !== undefined && last.id === ran.before;
  const said = first === undefined ? (hasEnded ? endingOf(last) : '') : `The agent needs you: ${first.says}`;
  return (
    <div className="unseen" role="status" aria-live="polite">
      {said}
    </div>
  );
}

function endingOf({ state, responseParts }: ChatState['turns'][number]): string {
  if (state === 'cancelled') return 'The turn was stopped.';
  if (state === 'error') return 'The turn was interrupted.';
  const text = responseParts.findLast((part) => part.kind === 'markdown')?.content ?? '';
  return `The agent has answered. ${spokenMarkdown(text.slice(0, mostRead)).slice(0, 300)}`;
}
