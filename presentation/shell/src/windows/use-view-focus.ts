import { useEffect } from 'react';

/** The interval for checking the focus while it is inside a View: moving from View to View causes no event. */
const lookEveryMs = 300;

/** Hears which window's View has taken the focus. Clicks inside of a View never reach the page. */
export function useViewFocus(isWanted: boolean, onFocus: (window: string) => void): void {
  useEffect(() => {
    if (!isWanted) return;
    let last: Element | null = null;
    let timer: ReturnType<typeof setInterval> | undefined;
    const look = (): void => {
      const { activeElement } = document;
      const isView = activeElement instanceof HTMLIFrameElement;
      if (!isView) {
        clearInterval(timer);
        timer = undefined;
        last = null;
        return;
      }
      timer ??= setInterval(look, lookEveryMs);
      if (activeElement === last) return;
      last = activeElement;
      const window = windowUnder(activeElement);
      if (window !== undefined) onFocus(window);
    };
    // The active element is set once the event is over.
    const soon = (): void => void setTimeout(look);
    window.addEventListener('blur', soon);
    window.addEventListener('focus', soon);
    return () => {
      window.removeEventListener('blur', soon);
      window.removeEventListener('focus', soon);
      clearInterval(timer);
    };
  }, [isWanted, onFocus]);
}

/** A View lies one layer above the window that it belongs to, and no other does; a page of a file is in its window. */
function windowUnder(view: HTMLElement): string | undefined {
  const around = view.closest<HTMLElement>('[data-window]');
  if (around) return around.dataset['window'];
  for (let element: HTMLElement | null = view; element; element = element.parentElement) {
    const layer = Number.parseInt(getComputedStyle(element).zIndex, 10);
    if (Number.isNaN(layer)) continue;
    return document.querySelector<HTMLElement>(`[data-window-order="${layer - 1}"]`)?.dataset['window'];
  }
  return undefined;
}
