import { lazy, Suspense, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { preferences, usePreferences } from '../preferences/use-preferences.ts';

const SessionDock = lazy(async () => ({
  default: (await import('../sessions/session-dock.tsx')).SessionDock,
}));

const least = 320;
const most = 900;
const bounded = (width: number) => Math.round(Math.min(most, Math.max(least, width)));

/** The conversation beside the desk. */
export function Dock({ workspace }: { readonly workspace: string }) {
  const { dockWidth } = usePreferences();
  const dock = useRef<HTMLElement>(null);
  const drag = (event: PointerEvent<HTMLDivElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    const { current } = dock;
    if (!current) return;
    const right = current.getBoundingClientRect().right;
    const move = (moved: globalThis.PointerEvent): void =>
      preferences.set({ dockWidth: bounded(right - moved.clientX) });
    const handle = event.currentTarget;
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', () => handle.removeEventListener('pointermove', move), {
      once: true,
    });
  };
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: 24, ArrowRight: -24 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    preferences.set({ dockWidth: bounded(dockWidth + step) });
  };
  return (
    <aside
      ref={dock}
      className="dock"
      aria-label="Conversation"
      tabIndex={-1}
      style={{ width: `min(${dockWidth}px, 60vw)` }}
    >
      <div
        className="dock-handle"
        role="separator"
        aria-orientation="vertical"
        aria-label="Width of the conversation"
        aria-valuenow={dockWidth}
        aria-valuemin={least}
        aria-valuemax={most}
        tabIndex={0}
        onPointerDown={drag}
        onKeyDown={press}
      />
      <Suspense fallback={null}>
        <SessionDock workspace={workspace} />
      </Suspense>
    </aside>
  );
}
