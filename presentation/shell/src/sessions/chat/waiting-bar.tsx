import type { SessionState } from '@loggia/protocol';
import { BellRing } from 'lucide-react';
import type { RefObject } from 'react';
import { Button } from '../../ui/button.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import { chatName } from './chat-name.ts';
import { useInSight } from './use-in-sight.ts';
import type { Waiting } from './waiting.ts';

const mostShown = 3;

/** A question that comes into sight while rows are laid out is never announced above itself. */
const settleMs = 300;

/** The inputs that the session waits for, out of sight here and in its other chats, with links to them. */
export function WaitingBar({
  waiting: all,
  place,
  chat,
  session,
  onGo,
}: {
  /** The chat on screen. */
  readonly place: RefObject<HTMLElement | null>;
  readonly waiting: readonly Waiting[];
  readonly chat: string;
  readonly session: SessionState;
  onGo(entry: Waiting): void;
}) {
  const here = all.filter((entry) => entry.chat === chat);
  const seen = useInSight(
    place,
    here.map(({ subject }) => subject),
  );
  const unseen = here.filter(({ subject }) => !seen.has(subject)).map(({ id }) => id);
  const settled = useSettled(JSON.stringify(unseen), settleMs);
  const told = new Set((JSON.parse(settled) as string[]).filter((id) => unseen.includes(id)));
  const waiting = all.filter((entry) => entry.chat !== chat || told.has(entry.id));
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
