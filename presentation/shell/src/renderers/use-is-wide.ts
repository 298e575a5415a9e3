import { useEffect, useState, type RefCallback } from 'react';

/** Room for two columns of text. */
const wideFrom = 760;

/** Whether an element has room for two columns: windows are narrow on wide screens, too. */
export function useIsWide(): { readonly ref: RefCallback<HTMLElement>; readonly isWide: boolean } {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [isWide, setWide] = useState(false);
  useEffect(() => {
    if (!element) return undefined;
    const watch = new ResizeObserver(() => setWide(element.clientWidth >= wideFrom));
    watch.observe(element);
    return () => watch.disconnect();
  }, [element]);
  return { ref: setElement, isWide };
}
