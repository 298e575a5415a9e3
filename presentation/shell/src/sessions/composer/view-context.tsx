import { Eye, X } from 'lucide-react';
import { useReadable } from '../../host/use-channel.ts';
import { Popover } from '../../ui/popover.tsx';
import { modelContextOf, type ModelContext } from '../../views/model-context.ts';
import { FoldedText } from '../calls/folded-text.tsx';

/** What Views want the agent to know with the next message: seen by the user, who may take it away. */
export function ViewContext({ chat }: { readonly chat: string }) {
  const context = modelContextOf(chat);
  const told = useReadable(context);
  if (told.length === 0) return null;
  return (
    <ul className="chips" aria-label="What Views tell the agent with this message">
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
              <p>“{entry.title}” tells the agent this with your next message:</p>
              <FoldedText text={wordsOf(entry)} label="What the agent is told" />
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

function wordsOf({ content, structuredContent }: ModelContext): string {
  const texts = content.map((block) =>
    typeof block['text'] === 'string'
      ? block['text']
      : `[${typeof block['type'] === 'string' ? block['type'] : 'something'}]`,
  );
  const data = structuredContent === undefined ? [] : [JSON.stringify(structuredContent, undefined, 2)];
  return [...texts, ...data].join('\n\n');
}
