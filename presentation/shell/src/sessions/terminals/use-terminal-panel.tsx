import type { SessionState } from '@loggia/protocol';
import { SquareTerminal } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useCommands } from '../../commands/use-commands.ts';
import { useHost } from '../../host/host-context.tsx';
import { IconButton } from '../../ui/button.tsx';
import { attempt } from '../../ui/toast-queue.ts';
import { useTerminals } from './use-terminals.ts';

const Terminals = lazy(async () => ({ default: (await import('./terminals.tsx')).Terminals }));

/** The session's terminals: the button that opens them, and the panel once it did. */
export function useTerminalPanel(
  session: string,
  { defaultChat, chats }: SessionState,
): { readonly button: ReactNode; readonly panel: ReactNode } {
  const { client } = useHost();
  const terminals = useTerminals(session);
  const [shown, setShown] = useState<string>();
  const [isOpen, setIsOpen] = useState(false);
  const chat = defaultChat ?? chats[0]?.resource;
  const openNew = async (): Promise<void> => {
    if (chat === undefined) return;
    const channel = `ahp-terminal:/${client.environment.newId()}`;
    await client.request('createTerminal', { channel, claim: { kind: 'session', session, chat } });
    setShown(channel);
    setIsOpen(true);
  };
  const startNew = (): void => attempt(openNew());
  const toggle = (): void => {
    if (terminals.length === 0) startNew();
    else setIsOpen(!isOpen);
  };
  useCommands([
    { id: 'session.terminal', title: 'New terminal', group: 'Session', run: startNew },
    ...(terminals.length > 0
      ? [{ id: 'session.terminals', title: 'Show or hide terminals', group: 'Session', run: toggle }]
      : []),
  ]);
  const label = terminals.length === 0 ? 'New terminal' : isOpen ? 'Hide terminals' : 'Show terminals';
  return {
    button: (
      <IconButton
        label={label}
        size="small"
        icon={<SquareTerminal />}
        {...(terminals.length > 0 && { 'aria-expanded': isOpen })}
        onClick={toggle}
      />
    ),
    panel: isOpen && terminals.length > 0 && (
      <Suspense fallback={null}>
        <Terminals
          terminals={terminals}
          shown={shown}
          onShow={setShown}
          onNew={startNew}
          onHide={() => setIsOpen(false)}
        />
      </Suspense>
    ),
  };
}
