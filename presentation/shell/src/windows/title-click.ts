import { useMemo, type MouseEvent } from 'react';

/** As long as most systems wait for a second click. */
const doubleClickMs = 300;
/** A pointer that moves further drags the window. */
const slack = 4;

/**
 * Handlers for the title of a window that tell of a plain click on it: not the first half of a double click, not the end
 * of a drag, and not the click that brings the window to the front.
 */
export function useTitleClick(clicked: (() => void) | undefined) {
  const title = useMemo(() => new TitleClick(), []);
  return {
    onPointerDown: (event: MouseEvent) => title.press(event),
    onClick: (event: MouseEvent) => clicked && title.click(event, clicked),
    onDoubleClick: () => title.cancel(),
  };
}

class TitleClick {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #from: { readonly x: number; readonly y: number } | undefined;

  press({ button, clientX: x, clientY: y, currentTarget }: MouseEvent): void {
    const isFront = currentTarget.closest<HTMLElement>('[data-front]')?.dataset['front'] === 'true';
    this.#from = isFront && button === 0 ? { x, y } : undefined;
  }

  click({ clientX, clientY, detail }: MouseEvent, clicked: () => void): void {
    const from = this.#from;
    this.cancel();
    if (!from || detail !== 1 || Math.hypot(clientX - from.x, clientY - from.y) > slack) return;
    this.#timer = setTimeout(clicked, doubleClickMs);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#from = undefined;
  }
}
