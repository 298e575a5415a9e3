import { attachedArtifactOf, attachedFileOf, selectionIn, type Attachment } from '@loggia/protocol';
import { File, Link, MessageSquareQuote, MessagesSquare, SquareMousePointer, X } from 'lucide-react';
import { showDetails } from '../../details/details-state.ts';
import type { FilePlace } from './file-actions.ts';
import { FileChip } from './file-chip.tsx';

/** The attachments of a message. With `onRemove`, those of a draft. */
export function AttachmentChips({
  attachments,
  place,
  onRemove,
}: {
  readonly attachments: readonly Attachment[];
  readonly place: FilePlace;
  readonly onRemove?: (index: number) => void;
}) {
  if (attachments.length === 0) return null;
  return (
    <ul className="chips" aria-label="Attachments">
      {attachments.map((attachment, index) => {
        const artifact = attachedArtifactOf(attachment)?.id ?? onlyOne(selectionIn(attachment));
        const file = attachedFileOf(attachment);
        const inside = (
          <>
            {iconOf(attachment)}
            <span>{attachment.label || 'Attachment'}</span>
          </>
        );
        return (
          // oxlint-disable-next-line react/no-array-index-key -- two may have the same name
          <li key={`${index} ${attachment.label}`} className="chip">
            {file !== undefined ? (
              <FileChip file={file} place={place} />
            ) : artifact === undefined ? (
              inside
            ) : (
              <button type="button" className="chip-open" onClick={() => showDetails(artifact)}>
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

function onlyOne(ids: readonly string[] | undefined): string | undefined {
  return ids?.length === 1 ? ids[0] : undefined;
}

function iconOf(attachment: Attachment) {
  const { type } = attachment;
  if (selectionIn(attachment)) return <SquareMousePointer aria-hidden />;
  if (type === 'chat') return <MessagesSquare aria-hidden />;
  if (type === 'annotations') return <MessageSquareQuote aria-hidden />;
  return type === 'resource' ? <Link aria-hidden /> : <File aria-hidden />;
}
