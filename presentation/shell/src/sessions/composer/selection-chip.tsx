import { selectionAttachment, type Attachment } from '@loggia/protocol';
import { SquareMousePointer, X } from 'lucide-react';
import { useReadable } from '../../host/use-channel.ts';
import { pointing } from '../../ui/pointed-at.ts';
import { selectionFor } from './attached.ts';

/** Shows the selection that is sent with the message. The user may remove it. */
export function SelectionChip({
  workspace,
  attachments,
}: {
  readonly workspace: string;
  readonly attachments: readonly Attachment[];
}) {
  const selection = selectionAttachment(selectionFor(workspace, attachments, useReadable(pointing)));
  if (selection === undefined) return null;
  return (
    <ul className="chips" aria-label="Selection sent with this message">
      <li className="chip" data-kind="selection">
        <SquareMousePointer aria-hidden />
        <span>{selection.label}</span>
        <button
          type="button"
          className="chip-remove"
          aria-label="Don’t send the selection"
          onClick={pointing.dismiss}
        >
          <X aria-hidden />
        </button>
      </li>
    </ul>
  );
}
