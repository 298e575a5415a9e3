import './terminals.css';
import type { TerminalInfo } from '@loggia/protocol';
import { ChevronDown, Plus, SquareTerminal, X } from 'lucide-react';
import { useHost } from '../../host/host-context.tsx';
import { IconButton } from '../../ui/button.tsx';
import { asName } from '../../ui/foreign-words.ts';
import { attempt } from '../../ui/toast-queue.ts';
import { TerminalScreen } from './terminal-screen.tsx';

/** The terminals of a session, one of which is shown. */
export function Terminals({
  terminals,
  shown,
  onShow,
  onNew,
  onHide,
}: {
  readonly terminals: readonly TerminalInfo[];
  readonly shown: string | undefined;
  onShow(terminal: string): void;
  onNew(): void;
  onHide(): void;
}) {
  const { client } = useHost();
  const open = terminals.find(({ resource }) => resource === shown) ?? terminals.at(-1);
  const close = (resource: string): void => {
    attempt(client.request('disposeTerminal', { channel: resource }));
    if (terminals.length === 1) onHide();
  };
  return (
    <section className="terminals" aria-label="Terminals of this session">
      <header className="terminals-head">
        <nav className="terminal-tabs scroll-area" aria-label="Terminals">
          {terminals.map(({ resource, title, lifecycle }) => {
            const name = asName(title);
            const isShown = resource === open?.resource;
            return (
              <span key={resource} className="terminal-tab" data-open={isShown || undefined}>
                <button
                  type="button"
                  aria-current={isShown ? 'true' : undefined}
                  onClick={() => onShow(resource)}
                >
                  <SquareTerminal aria-hidden />
                  <span>{name}</span>
                  {lifecycle.status === 'exited' && (
                    <span className="terminal-end">{endOf(lifecycle.exitCode)}</span>
                  )}
                </button>
                <IconButton
                  label={`Close ${name}`}
                  size="small"
                  icon={<X />}
                  onClick={() => close(resource)}
                />
              </span>
            );
          })}
        </nav>
        <IconButton label="New terminal" size="small" icon={<Plus />} onClick={onNew} />
        <IconButton label="Hide terminals" size="small" icon={<ChevronDown />} onClick={onHide} />
      </header>
      {open && <TerminalScreen key={open.resource} terminal={open} />}
      <p className="terminals-foot">Runs as you on the host’s machine. F6 leaves the terminal.</p>
    </section>
  );
}

function endOf(exitCode: number | undefined): string {
  return exitCode === undefined ? 'Ended' : `Ended with ${exitCode}`;
}
