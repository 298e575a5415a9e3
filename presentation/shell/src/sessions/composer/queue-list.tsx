import type { AhpClient } from '@loggia/client';
import { viewSpeakerOf, type ChatState, type PendingMessage } from '@loggia/protocol';
import { ArrowDown, ArrowUp, Check, Pencil, Trash2, X, Zap } from 'lucide-react';
import { useState } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Badge } from '../../ui/states.tsx';
import { attempt, tell } from '../../ui/toast-queue.ts';
import { steer } from '../chat/speak.ts';
import { sendable, speakerOf } from '../transcript/speaker.ts';
import { gist, moved } from './queue.ts';

/** Messages to send once the agent is done, in order; each can still be changed. */
export function QueueList({ chat, state }: { readonly chat: string; readonly state: ChatState }) {
  const { client } = useHost();
  const { queuedMessages = [], steeringMessage, activeTurn } = state;
  if (queuedMessages.length === 0 && steeringMessage === undefined) return null;
  const count = queuedMessages.length;
  const isHeld = activeTurn === undefined && count > 0;
  return (
    <section className="queue" aria-label="Queued messages">
      {isHeld && (
        <p className="queue-held">
          The last turn was interrupted, so these are on hold. Resume it, or send the next message.
        </p>
      )}
      <ol>
        {steeringMessage !== undefined && (
          <QueueEntry entry={steeringMessage} kind="steering" chat={chat} client={client} />
        )}
        {queuedMessages.map((entry, index) => (
          <QueueEntry
            key={entry.id}
            entry={entry}
            kind="queued"
            chat={chat}
            client={client}
            // A View's message waits for a turn of its own.
            onSteer={
              activeTurn && !viewSpeakerOf(entry.message)
                ? () => steer(client, chat, state, entry)
                : undefined
            }
            onUp={index > 0 ? () => move(client, chat, moved(queuedMessages, entry.id, 'up')) : undefined}
            onDown={
              index < count - 1
                ? () => move(client, chat, moved(queuedMessages, entry.id, 'down'))
                : undefined
            }
          />
        ))}
      </ol>
    </section>
  );
}

function move(client: AhpClient, chat: string, order: readonly string[]): void {
  attempt(client.dispatch(chat, { type: 'chat/queuedMessagesReordered', order: [...order] }).settled);
}

function QueueEntry({
  entry,
  kind,
  chat,
  client,
  onSteer,
  onUp,
  onDown,
}: {
  readonly entry: PendingMessage;
  readonly kind: 'queued' | 'steering';
  readonly chat: string;
  readonly client: AhpClient;
  readonly onSteer?: (() => void) | undefined;
  readonly onUp?: (() => void) | undefined;
  readonly onDown?: (() => void) | undefined;
}) {
  const [edited, setEdited] = useState<string>();
  const { id, message } = entry;
  const words = gist(message.text) || 'A message without text';
  const put = (text: string): void =>
    attempt(
      client.dispatch(chat, {
        type: 'chat/pendingMessageSet',
        kind,
        id,
        message: { ...sendable(message), text },
      }).settled,
    );
  const remove = (): void => {
    attempt(client.dispatch(chat, { type: 'chat/pendingMessageRemoved', kind, id }).settled);
    tell('The message is not sent.', { undo: () => put(message.text) });
  };
  if (edited !== undefined) {
    const save = (): void => {
      if (edited.trim() !== '') put(edited);
      setEdited(undefined);
    };
    return (
      <li className="queue-entry" data-editing>
        <textarea
          className="input"
          aria-label="Queued message"
          rows={3}
          autoFocus
          value={edited}
          onChange={(event) => setEdited(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setEdited(undefined);
            if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) save();
          }}
        />
        <div className="call-actions">
          <Button kind="primary" size="small" icon={<Check />} onClick={save}>
            Keep
          </Button>
          <Button size="small" icon={<X />} onClick={() => setEdited(undefined)}>
            Cancel
          </Button>
        </div>
      </li>
    );
  }
  return (
    <li className="queue-entry">
      <Badge tone={kind === 'steering' ? 'accent' : 'info'}>
        {kind === 'steering' ? 'Steering' : 'Next'}
      </Badge>
      <span className="queue-words" title={message.text.slice(0, 1000)}>
        {viewSpeakerOf(message) && <b className="queue-speaker">{speakerOf(message)}: </b>}
        {words}
      </span>
      <div className="queue-tools">
        {onSteer && <IconButton label="Steer with it now" size="small" icon={<Zap />} onClick={onSteer} />}
        {onUp && <IconButton label="Earlier" size="small" icon={<ArrowUp />} onClick={onUp} />}
        {onDown && <IconButton label="Later" size="small" icon={<ArrowDown />} onClick={onDown} />}
        <IconButton label="Edit" size="small" icon={<Pencil />} onClick={() => setEdited(message.text)} />
        <IconButton label="Remove" size="small" icon={<Trash2 />} onClick={remove} />
      </div>
    </li>
  );
}
