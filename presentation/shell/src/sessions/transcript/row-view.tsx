import type { ActiveTurn } from '@loggia/protocol';
import { memo, useState } from 'react';
import { useEvery } from '../../ui/use-every.ts';
import { AnswerPart, TurnEnd } from './answer-part.tsx';
import { AwaitedServers } from './awaited-servers.tsx';
import { isSameRow, type RowViewProps } from './same-row.ts';
import { UserMessage } from './user-message.tsx';

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
          {isCalling(row.turn) && !isWaiting
            ? 'Working'
            : (activity ?? <Working since={row.turn.startedAt} />)}
          {row.turn.responseParts.length === 0 && <AwaitedServers />}
        </p>
      );
  }
}, isSameRow);

/** Shows the elapsed time after a while, so that the user sees that something is still happening. */
function Working({ since }: { readonly since: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEvery(1000, () => setNow(Date.now()));
  const seconds = Math.floor((now - Date.parse(since)) / 1000);
  return seconds >= 3 && seconds < 86_400 ? `Working… ${seconds} s` : 'Working';
}

/** The call itself shows its progress. */
function isCalling({ responseParts }: ActiveTurn): boolean {
  return responseParts.at(-1)?.kind === 'toolCall';
}
