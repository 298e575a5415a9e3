import { GripHorizontal, Maximize2, Undo2 } from 'lucide-react';
import { useEffect, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useReadable } from '../host/use-channel.ts';
import { IconButton } from '../ui/button.tsx';
import { layerNumber } from './layer-number.ts';
import type { ViewInstance } from './view-instance.ts';
import { rememberPlace, rememberedPlace } from './pip-memory.ts';
import { firstPlace, fitted, moved, type PipPlace } from './pip-place.ts';
import type { ViewStage } from './stage.ts';
import { ViewDetails } from './view-details.tsx';
import { ViewSlot } from './view-slot.tsx';
import { asName } from '../ui/foreign-words.ts';

const screen = () => ({ width: window.innerWidth, height: window.innerHeight });

/** A View in a small window that stays visible. */
export function PipPanel({ stage, view }: { readonly stage: ViewStage; readonly view: ViewInstance }) {
  const snapshot = useReadable(view);
  const [isOpen, setIsOpen] = useState(false);
  const [place, setPlace] = useState(() => fitted(rememberedPlace() ?? firstPlace(screen()), screen()));
  const put = (next: PipPlace): void => setPlace(rememberPlace(fitted(next, screen())));
  useEffect(() => {
    const refit = (): void => setPlace((before) => fitted(before, screen()));
    window.addEventListener('resize', refit);
    return () => window.removeEventListener('resize', refit);
  }, []);
  const drag = (change: (x: number, y: number) => PipPlace) => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || (event.target as Element).closest('button:not(.view-pip-handle)')) return;
    const { currentTarget: handle, pointerId, clientX, clientY } = event;
    handle.setPointerCapture(pointerId);
    const move = (to: globalThis.PointerEvent): void =>
      put(change(to.clientX - clientX, to.clientY - clientY));
    handle.addEventListener('pointermove', move);
    const stop = (): void => handle.removeEventListener('pointermove', move);
    handle.addEventListener('pointerup', stop, { once: true });
    handle.addEventListener('pointercancel', stop, { once: true });
  };
  const press = (event: KeyboardEvent): void => {
    const next = moved(place, event);
    if (!next) return;
    event.preventDefault();
    put(next);
  };
  const layer = layerNumber('pip');
  const { server } = snapshot.facts;
  const title = asName(snapshot.facts.title);
  return (
    <section
      className="view-pip"
      aria-label={`${title} in a small window`}
      data-window-order={layer}
      style={{ left: place.x, top: place.y, width: place.width, height: place.height, zIndex: layer }}
    >
      <header
        className="view-pip-bar"
        onPointerDown={drag((x, y) => ({ ...place, x: place.x + x, y: place.y + y }))}
      >
        <button
          type="button"
          className="view-pip-handle"
          aria-label={`Move ${title}: use the arrow keys, or with Shift to resize it`}
          onKeyDown={press}
        >
          <GripHorizontal aria-hidden />
        </button>
        <span className="view-bar-title">{title}</span>
        {server && <span className="view-bar-server">{asName(server.name)}</span>}
        {snapshot.modes.includes('fullscreen') && (
          <IconButton
            size="small"
            label="Show in full screen"
            icon={<Maximize2 />}
            onClick={() => view.showIn('fullscreen')}
          />
        )}
        <IconButton
          size="small"
          label="Exit small window"
          icon={<Undo2 />}
          onClick={() => view.leaveScreen()}
        />
      </header>
      <ViewSlot used={{ stage, view, snapshot }} kind="pip" showDetails={() => setIsOpen(true)} />
      <div
        className="view-pip-corner"
        aria-hidden
        onPointerDown={drag((x, y) => ({ ...place, width: place.width + x, height: place.height + y }))}
      />
      <ViewDetails view={view} snapshot={snapshot} open={isOpen} onClose={() => setIsOpen(false)} />
    </section>
  );
}
