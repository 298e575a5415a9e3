import type { TerminalInfo, TerminalState } from '@loggia/protocol';
import { useEffect, useRef, useState } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { useTheme } from '../../preferences/use-theme.ts';
import { asName } from '../../ui/foreign-words.ts';
import { Failure } from '../../ui/states.tsx';
import type { AttachedTerminal } from './attached-terminal.ts';

/** One terminal, drawn by code that is loaded with the first of them. */
export function TerminalScreen({
  terminal,
}: {
  readonly terminal: Pick<TerminalInfo, 'resource' | 'title'>;
}) {
  const { client } = useHost();
  const place = useRef<HTMLDivElement>(null);
  const attached = useRef<AttachedTerminal>(undefined);
  const [error, setError] = useState<Error>();
  const theme = useTheme();
  const { resource } = terminal;
  const name = asName(terminal.title);
  const firstName = useRef(name);
  useEffect(() => {
    const view = client.subscribe<TerminalState>(resource);
    let isGone = false;
    const attach = async (): Promise<void> => {
      const [{ AttachedTerminal: Attached }] = await Promise.all([
        import('./attached-terminal.ts'),
        view.ready,
      ]);
      if (isGone || !place.current) return;
      attached.current = new Attached(place.current, view, {
        name: firstName.current,
        clientId: client.clientId,
      });
      if (!isBusyElsewhere()) attached.current.focus();
    };
    attach().catch((failure: unknown) =>
      setError(failure instanceof Error ? failure : new Error(String(failure))),
    );
    return () => {
      isGone = true;
      attached.current?.dispose();
      attached.current = undefined;
      view.dispose();
    };
  }, [client, resource]);
  useEffect(() => attached.current?.recolor(), [theme]);
  if (error) return <Failure error={error} />;
  return <div ref={place} className="terminal-screen" role="group" aria-label={`Terminal ${name}`} />;
}

/** A terminal opens a while after it was asked for: by then, the user may be in a dialog or writing. */
function isBusyElsewhere(): boolean {
  const { activeElement } = document;
  const isTerminal = activeElement?.closest('.terminal-screen') !== null;
  const isWritten = activeElement instanceof HTMLTextAreaElement && activeElement.value !== '';
  return (isWritten && !isTerminal) || document.querySelector('.dialog') !== null;
}
