import { viewSpeakerOf } from '@loggia/protocol';
import { AppWindow, Bot, Check, Copy, Pencil, X } from 'lucide-react';
import { memo, useState } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { attempt, tell } from '../../ui/toast-queue.ts';
import { useKept, useScene } from '../chat/scene.tsx';
import { AttachmentChips } from '../composer/attachment-chips.tsx';
import type { AnyTurn } from './rows.ts';
import { isOwn, speakerOf } from './speaker.ts';
import { TurnTools } from './turn-tools.tsx';

const foldAt = 4000;

export const UserMessage = memo(function UserMessage({
  turn: { id, message, ...turn },
}: {
  readonly turn: AnyTurn;
}) {
  const { workspace, chat, canSpeak, resend } = useScene();
  const [edited, setEdited] = useKept<string | undefined>(`${id} resend`, () => undefined);
  const [isOpen, setOpen] = useKept(`${id} unfolded`, () => false);
  const [isBusy, setBusy] = useState(false);
  const { startedAt } = turn;
  const isView = viewSpeakerOf(message) !== undefined;
  const isLong = message.text.length > foldAt;
  const shown = isLong && !isOpen ? `${message.text.slice(0, foldAt)}…` : message.text;
  const send = async (): Promise<void> => {
    if (edited === undefined || edited.trim() === '') return;
    setBusy(true);
    if (await resend(id, edited)) setEdited(undefined);
    setBusy(false);
  };
  return (
    <article
      className="turn-message"
      aria-label={`${speakerOf(message)} said`}
      {...(!isOwn(message) && { 'data-from': isView ? 'view' : 'other' })}
    >
      <h3 className="unseen">{speakerOf(message)} said</h3>
      {edited === undefined ? (
        <div className="turn-bubble">
          {!isOwn(message) && (
            <span className="turn-speaker" dir="auto">
              {isView && <AppWindow aria-hidden />}
              {speakerOf(message)}
            </span>
          )}
          <p>{shown}</p>
          {isLong && (
            <Button kind="quiet" size="small" onClick={() => setOpen(!isOpen)}>
              {isOpen ? 'Show less' : 'Show the whole message'}
            </Button>
          )}
          {message.attachments !== undefined && (
            <AttachmentChips attachments={message.attachments} place={{ workspace, chat }} />
          )}
        </div>
      ) : (
        <div className="turn-bubble" data-editing>
          <textarea
            className="input"
            aria-label={isView ? 'Edit the View’s message' : 'Edit your message'}
            autoFocus
            rows={Math.min(12, edited.split('\n').length + 1)}
            value={edited}
            onChange={(event) => setEdited(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setEdited(undefined);
              if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void send();
            }}
          />
          <div className="call-actions">
            <Button
              kind="primary"
              size="small"
              icon={<Check />}
              disabled={isBusy}
              onClick={() => void send()}
            >
              Send again
            </Button>
            <Button size="small" icon={<X />} disabled={isBusy} onClick={() => setEdited(undefined)}>
              Cancel
            </Button>
          </div>
        </div>
      )}
      <TurnTools label="Message">
        {startedAt !== undefined && <TimeAgo at={startedAt} />}
        {message.model !== undefined && (
          <span className="turn-model">
            <Bot aria-hidden />
            {message.model.id}
          </span>
        )}
        <CopyButton label="Copy the message" text={() => message.text} />
        {canSpeak && edited === undefined && (
          <IconButton
            label="Edit and send again"
            size="small"
            icon={<Pencil />}
            onClick={() => setEdited(message.text)}
          />
        )}
      </TurnTools>
    </article>
  );
});

export function CopyButton({ label, text }: { readonly label: string; readonly text: () => string }) {
  return (
    <IconButton
      label={label}
      size="small"
      icon={<Copy />}
      onClick={() => attempt(copyText(text()).then(() => tell('Copied.')))}
    />
  );
}
