import type { SessionState } from '@loggia/protocol';
import { BellRing } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { chatName } from './chat-tabs.tsx';
import type { Waiting } from './waiting.ts';

const mostShown = 3;

/** What the session waits for, here and in its other chats, with the way to it. */
export function WaitingBar({
  waiting,
  chat,
  session,
  onGo,
}: {
  readonly waiting: readonly Waiting[];
  readonly chat: string;
  readonly session: SessionState;
  onGo(entry: Waiting): void;
}) {
  if (waiting.length === 0) return null;
  const more = waiting.length - mostShown;
  return (
    <section className="waiting" aria-label="Needs your attention">
      <BellRing aria-hidden />
      <ul>
        {waiting.slice(0, mostShown).map((entry) => {
          const other = session.chats.find(({ resource }) => resource === entry.chat);
          return (
            <li key={entry.id}>
              <span>
                {entry.says}
                {entry.chat !== chat && other !== undefined && ` (in ${chatName(other, session)})`}
              </span>
              <Button size="small" onClick={() => onGo(entry)}>
                {entry.chat === chat ? 'Show' : 'Go there'}
              </Button>
            </li>
          );
        })}
      </ul>
      {more > 0 && <span>{`and ${more} more`}</span>}
    </section>
  );
}
