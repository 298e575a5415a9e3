import type { Attachment } from '@loggia/protocol';
import { File, Link, MessagesSquare, X } from 'lucide-react';
import { showDetails } from '../../details/details-state.ts';
import { artifactIn } from './attached.ts';

/** What comes with a message. With `onRemove`, while it is being written. */
export function AttachmentChips({
  attachments,
  onRemove,
}: {
  readonly attachments: readonly Attachment[];
  readonly onRemove?: (index: number) => void;
}) {
  if (attachments.length === 0) return null;
  return (
    <ul className="chips" aria-label="Attachments">
      {attachments.map((attachment, index) => {
        const artifact = artifactIn(attachment);
        const inside = (
          <>
            {iconOf(attachment)}
            <span>{attachment.label || 'Attachment'}</span>
          </>
        );
        return (
          // oxlint-disable-next-line react/no-array-index-key -- two may have the same name
          <li key={`${index} ${attachment.label}`} className="chip">
            {artifact === undefined ? (
              inside
            ) : (
              <button type="button" className="chip-open" onClick={() => showDetails(artifact.id)}>
                {inside}
              </button>
            )}
            {onRemove !== undefined && (
              <button
                type="button"
                className="chip-remove"
                aria-label={`Remove ${attachment.label}`}
                onClick={() => onRemove(index)}
              >
                <X aria-hidden />
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function iconOf({ type }: Attachment) {
  if (type === 'chat') return <MessagesSquare aria-hidden />;
  return type === 'resource' ? <Link aria-hidden /> : <File aria-hidden />;
}
