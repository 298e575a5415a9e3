import '../sessions/terminals/terminals.css';
import { rootUri, type RootState, type TerminalInfo } from '@loggia/protocol';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useHost } from '../host/host-context.tsx';
import { TerminalScreen } from '../sessions/terminals/terminal-screen.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Note } from '../ui/states.tsx';
import { attempt } from '../ui/toast-queue.ts';

/** A terminal in which the agent's own program signs the user in. Closing it ends the program. */
export function SignInDialog({
  name,
  terminal,
  onClose,
}: {
  readonly name: string;
  /** The URI of the terminal. */
  readonly terminal: string;
  onClose(): void;
}) {
  const { client } = useHost();
  const lifecycle = useTerminal(terminal)?.lifecycle;
  const close = (): void => {
    attempt(client.request('disposeTerminal', { channel: terminal }));
    onClose();
  };
  const title = `Sign in to ${name}`;
  return (
    <Dialog
      open
      title={title}
      description="The agent’s own program runs on the host’s machine. Click into the terminal and answer it there."
      width={760}
      actions={
        <Button kind="primary" onClick={close}>
          {lifecycle?.status === 'exited' ? 'Done' : 'Stop signing in'}
        </Button>
      }
      onClose={close}
    >
      <div className="agent-sign-in">
        <TerminalScreen terminal={{ resource: terminal, title }} />
        {lifecycle?.status === 'exited' && (
          <Note tone={lifecycle.exitCode === 0 ? 'info' : 'danger'}>
            {lifecycle.exitCode === 0
              ? 'The program has ended, and you are signed in.'
              : 'The program has ended without signing you in. Close this, and try again.'}
          </Note>
        )}
      </div>
    </Dialog>
  );
}

function useTerminal(resource: string): TerminalInfo | undefined {
  const { channels } = useHost();
  useEffect(() => channels.hold(rootUri), [channels]);
  const view = channels.view<RootState>(rootUri);
  return useSyncExternalStore(
    view.subscribe,
    useCallback(
      () => view.getSnapshot().state?.terminals?.find((terminal) => terminal.resource === resource),
      [view, resource],
    ),
  );
}
