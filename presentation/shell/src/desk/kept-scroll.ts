import { useEffect, type RefObject } from 'react';

const keyOf = (name: string) => `loggia.scroll.${name}`;

/** How far something was scrolled when it was left, in this tab. */
export function keptScroll(name: string): number {
  const kept = Number(sessionStorage.getItem(keyOf(name)));
  return Number.isFinite(kept) && kept > 0 ? kept : 0;
}

/** Remembers how far an element is scrolled, for when somebody comes back to it or loads the page again. */
export function useKeepScroll(name: string, element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = element;
    const keep = (): void => {
      try {
        sessionStorage.setItem(keyOf(name), String(Math.round(current?.scrollTop ?? 0)));
      } catch {
        // A browser without room to store it begins at the top.
      }
    };
    current?.addEventListener('scrollend', keep);
    return () => current?.removeEventListener('scrollend', keep);
  }, [name, element]);
}
