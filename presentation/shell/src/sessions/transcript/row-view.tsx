import type { ActiveTurn } from '@loggia/protocol';
import { memo } from 'react';
import { AnswerPart, TurnEnd } from './answer-part.tsx';
import type { Row } from './rows.ts';
import { UserMessage } from './user-message.tsx';

interface RowViewProps {
  readonly row: Row;
  /** In words. */
  readonly activity: string | undefined;
  /** The agent can't go on without the user. */
  readonly isWaiting: boolean;
}

/** One row of a transcript. */
export const RowView = memo(function RowView({ row, activity, isWaiting }: RowViewProps) {
  switch (row.kind) {
    case 'message':
      return <UserMessage turn={row.turn} />;
    case 'part':
      return (
        <AnswerPart
          id={row.key}
          turn={row.turnId}
          part={row.part}
          isLive={row.isLive}
          isPast={row.isPast}
          activity={row.isLive ? activity : undefined}
        />
      );
    case 'end':
      return <TurnEnd turn={row.turn} isLast={row.isLast} />;
    case 'working':
      return (
        <p className="turn-working">
          <span className="turn-dots" aria-hidden>
            <i />
            <i />
            <i />
          </span>
          {isCalling(row.turn) && !isWaiting ? 'Working' : (activity ?? 'Working')}
        </p>
      );
  }
}, isSameRow);

/** Rows of the running turn are made anew with each word; most of them show the same. */
function isSameRow(before: RowViewProps, after: RowViewProps): boolean {
  const [a, b] = [before.row, after.row];
  if (a.kind === 'part' && b.kind === 'part') {
    const isSame = a.part === b.part && a.isLive === b.isLive && a.isPast === b.isPast && a.key === b.key;
    return isSame && (!b.isLive || before.activity === after.activity);
  }
  if (a.kind === 'message' && b.kind === 'message')
    return a.turn.id === b.turn.id && a.turn.message === b.turn.message;
  return a === b;
}

/** What a call is at stands with the call. */
function isCalling({ responseParts }: ActiveTurn): boolean {
  return responseParts.at(-1)?.kind === 'toolCall';
}
