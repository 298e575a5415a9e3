import type { ChatSummary, SessionState } from '@loggia/protocol';
import { Plus, Split, X } from 'lucide-react';
import { IconButton } from '../../ui/button.tsx';
import { Mark } from '../list/mark.tsx';
import { asName } from '../../ui/foreign-words.ts';

/** The chats of a session, where there are several. */
export function ChatTabs({
  session,
  chat,
  canAdd,
  onOpen,
  onAdd,
  onClose,
}: {
  readonly session: SessionState;
  readonly chat: string;
  readonly canAdd: boolean;
  onOpen(chat: string): void;
  onAdd(): void;
  onClose(chat: ChatSummary): void;
}) {
  const chats = session.chats.filter(({ interactivity }) => interactivity !== 'hidden');
  if (chats.length < 2) return null;
  return (
    <nav className="chat-tabs scroll-area" aria-label="Chats of this session">
      {chats.map((entry) => {
        const isOpen = entry.resource === chat;
        const name = asName(chatName(entry, session));
        return (
          <span key={entry.resource} className="chat-tab" data-open={isOpen || undefined}>
            <button
              type="button"
              aria-current={isOpen ? 'true' : undefined}
              onClick={() => onOpen(entry.resource)}
            >
              {entry.origin?.kind === 'fork' && <Split aria-hidden />}
              <span>{name}</span>
              <Mark status={entry.status} />
            </button>
            {entry.resource !== session.defaultChat && (
              <IconButton label={`Close ${name}`} size="small" icon={<X />} onClick={() => onClose(entry)} />
            )}
          </span>
        );
      })}
      {canAdd && <IconButton label="New chat" size="small" icon={<Plus />} onClick={onAdd} />}
    </nav>
  );
}

export function chatName({ title, resource, origin }: ChatSummary, session: SessionState): string {
  if (title !== '' && title !== session.title) return title;
  if (resource === session.defaultChat) return 'Main';
  const index = session.chats.findIndex((other) => other.resource === resource);
  return `${origin?.kind === 'fork' ? 'Fork' : 'Chat'} ${index + 1}`;
}
