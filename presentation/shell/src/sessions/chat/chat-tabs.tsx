import type { ChatSummary, SessionState } from '@loggia/protocol';
import { CornerDownRight, Ellipsis, Link, Plus, Split, X } from 'lucide-react';
import { IconButton } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Mark } from '../list/mark.tsx';
import { asName } from '../../ui/foreign-words.ts';
import { chatName, openerOf } from './chat-name.ts';

/** The chats of a session, where there are several. */
export function ChatTabs({
  session,
  chat,
  canAdd,
  onOpen,
  onAdd,
  onCopyLink,
  onClose,
}: {
  readonly session: SessionState;
  readonly chat: string;
  readonly canAdd: boolean;
  onOpen(chat: string): void;
  onAdd(): void;
  onCopyLink(chat: string): void;
  onClose(chat: ChatSummary): void;
}) {
  const chats = session.chats.filter(({ interactivity }) => interactivity !== 'hidden');
  if (chats.length < 2) return null;
  return (
    <nav className="chat-tabs scroll-area" aria-label="Chats of this session">
      {chats.map((entry) => {
        const isOpen = entry.resource === chat;
        const name = asName(chatName(entry, session));
        const opener = openerOf(entry, session);
        return (
          <span key={entry.resource} className="chat-tab" data-open={isOpen || undefined}>
            <button
              type="button"
              aria-current={isOpen ? 'true' : undefined}
              title={opener && asName(opener)}
              onClick={() => onOpen(entry.resource)}
            >
              {entry.origin?.kind === 'fork' && <Split aria-hidden />}
              {opener !== undefined && <CornerDownRight aria-hidden />}
              <span>{name}</span>
              <Mark status={entry.status} />
            </button>
            <Menu
              trigger={<IconButton label={`More for ${name}`} size="small" icon={<Ellipsis />} />}
              parts={[
                {
                  id: 'copyLink',
                  label: 'Copy link',
                  icon: <Link />,
                  run: () => onCopyLink(entry.resource),
                },
                ...(entry.resource === session.defaultChat
                  ? []
                  : [
                      {
                        id: 'close',
                        label: 'Close chat…',
                        icon: <X />,
                        tone: 'danger' as const,
                        run: () => onClose(entry),
                      },
                    ]),
              ]}
            />
          </span>
        );
      })}
      {canAdd && <IconButton label="New chat" size="small" icon={<Plus />} onClick={onAdd} />}
    </nav>
  );
}
