import { viewContextsOf, type ChatState } from '@loggia/protocol';
import { Eye, X } from 'lucide-react';
import { useHost } from '../../host/host-context.tsx';
import { Popover } from '../../ui/popover.tsx';
import { QuotedParts } from '../../ui/quoted-parts.tsx';
import { attempt } from '../../ui/toast-queue.ts';
import { removeContext } from '../../views/model-context.ts';
import { shownAttachment } from '../../views/shown-attachment.ts';
import { viewName } from '../transcript/speaker.ts';

/** Context from Views for the next message, shown to the user, who may remove it. */
export function ViewContext({ chat, state }: { readonly chat: string; readonly state: ChatState }) {
  const host = useHost();
  const told = viewContextsOf(state);
  if (told.length === 0) return null;
  return (
    <ul className="chips" aria-label="Context from Views sent with this message">
      {told.map((entry) => (
        <li key={entry.view} className="chip" data-kind="view">
          <Popover
            title={`Context from ${entry.title}`}
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
              <QuotedParts parts={entry.attachments.map(shownAttachment)} />
            </div>
          </Popover>
          <button
            type="button"
            className="chip-remove"
            aria-label={`Don’t share the context of ${entry.title}`}
            onClick={() => attempt(removeContext(host, chat, entry.view))}
          >
            <X aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}
