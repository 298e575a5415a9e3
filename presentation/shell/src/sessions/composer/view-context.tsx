import { Eye, X } from 'lucide-react';
import { useReadable } from '../../host/use-channel.ts';
import { Popover } from '../../ui/popover.tsx';
import { QuotedParts } from '../../ui/quoted-parts.tsx';
import { modelContextOf } from '../../views/model-context.ts';
import { shownAttachment } from '../../views/shown-attachment.ts';
import { viewName } from '../transcript/speaker.ts';

/** What Views want the agent to know with the next message: seen by the user, who may take it away. */
export function ViewContext({ chat }: { readonly chat: string }) {
  const context = modelContextOf(chat);
  const told = useReadable(context);
  if (told.length === 0) return null;
  return (
    <ul className="chips" aria-label="Context from Views sent with this message">
      {told.map((entry) => (
        <li key={entry.view} className="chip" data-kind="view">
          <Popover
            title={`What ${entry.title} tells the agent`}
            trigger={
              <button type="button" className="chip-open">
                <Eye aria-hidden />
                <span>{entry.title}</span>
              </button>
            }
          >
            <div className="view-context">
              <p>
                {viewName({
                  title: entry.title,
                  ...(entry.server !== undefined && { server: entry.server }),
                })}{' '}
                tells the agent this with your next message:
              </p>
              <QuotedParts parts={context.of(entry.view).map(shownAttachment)} />
            </div>
          </Popover>
          <button
            type="button"
            className="chip-remove"
            aria-label={`Do not tell what ${entry.title} shows`}
            onClick={() => context.remove(entry.view)}
          >
            <X aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}
