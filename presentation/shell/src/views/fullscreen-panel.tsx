import { Minimize2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useReadable } from '../host/use-channel.ts';
import { Button } from '../ui/button.tsx';
import type { ViewInstance } from './view-instance.ts';
import type { ViewStage } from './stage.ts';
import { ViewDetails } from './view-details.tsx';
import { ViewSlot } from './view-slot.tsx';
import { layerNumber } from './layer-number.ts';
import { asName } from '../ui/foreign-words.ts';

/** One View over everything else, below a bar that it can't cover. */
export function FullscreenPanel({ stage, view }: { readonly stage: ViewStage; readonly view: ViewInstance }) {
  const snapshot = useReadable(view);
  const [isOpen, setIsOpen] = useState(false);
  const exit = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    exit.current?.focus();
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      view.leaveScreen();
    };
    window.addEventListener('keydown', press);
    return () => {
      window.removeEventListener('keydown', press);
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [view]);
  const layer = layerNumber('fullscreen');
  const { server } = snapshot.facts;
  const title = asName(snapshot.facts.title);
  return (
    <section
      className="view-fullscreen"
      aria-label={`${title} in full screen`}
      data-window-order={layer}
      style={{ zIndex: layer }}
    >
      <header className="view-fullscreen-bar">
        <span className="view-bar-title">{title}</span>
        {server && <span className="view-bar-server">{asName(server.name)}</span>}
        <Button ref={exit} size="small" icon={<Minimize2 />} onClick={() => view.leaveScreen()} title="Esc">
          Exit full screen
        </Button>
      </header>
      <ViewSlot used={{ stage, view, snapshot }} kind="fullscreen" showDetails={() => setIsOpen(true)} />
      <ViewDetails view={view} snapshot={snapshot} open={isOpen} onClose={() => setIsOpen(false)} />
    </section>
  );
}
