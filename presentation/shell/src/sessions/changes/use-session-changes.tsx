import { sessionChangesOf, type SessionState } from '@loggia/protocol';
import { FileDiff } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useCommands } from '../../commands/use-commands.ts';
import { IconButton } from '../../ui/button.tsx';
import type { MenuPart } from '../../ui/menu.tsx';
import { countOf } from './change-words.ts';

const SessionChanges = lazy(async () => ({
  default: (await import('./session-changes.tsx')).SessionChanges,
}));

/** Everything that the session changed in files: the ways to its screen, and the screen once it is open. */
export function useSessionChanges(
  session: string,
  state: SessionState,
): { readonly button: ReactNode; readonly entry: MenuPart; readonly screen: ReactNode } {
  const [isOpen, setIsOpen] = useState(false);
  const changes = sessionChangesOf(state);
  const files = changes?.files ?? 0;
  const open = (): void => setIsOpen(true);
  useCommands([{ id: 'session.changes', title: 'Changes to files', group: 'Session', run: open }]);
  return {
    // Most sessions change nothing; the menu has it for all of them.
    button: files > 0 && (
      <IconButton
        label={`Changes to ${countOf(files)}`}
        size="small"
        icon={<FileDiff />}
        aria-haspopup="dialog"
        onClick={open}
      />
    ),
    entry: { id: 'changes', label: 'Changes to files…', run: open },
    screen: isOpen && (
      <Suspense fallback={null}>
        <SessionChanges session={session} changes={changes} onClose={() => setIsOpen(false)} />
      </Suspense>
    ),
  };
}
