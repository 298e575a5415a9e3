import { useCallback, useEffect, useState } from 'react';

/** A click that was meant for what was here a moment ago approves nothing. */
const carefulForMs = 500;

/** Whether it has been on screen for long enough not to be clicked by accident. */
export function useHasStood(fingerprint: string | undefined): boolean {
  const [stood, setStood] = useState<string>();
  useEffect(() => {
    if (fingerprint === undefined) return;
    const timer = setTimeout(() => setStood(fingerprint), carefulForMs);
    return () => clearTimeout(timer);
  }, [fingerprint]);
  return stood !== undefined && stood === fingerprint;
}

/** Whether the user has scrolled to the end of this review. */
export function useSeenToTheEnd(
  fingerprint: string | undefined,
): readonly [(element: HTMLElement | null) => void, boolean] {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [seen, setSeen] = useState<string>();
  useEffect(() => {
    if (!element || fingerprint === undefined) return;
    const look = (): void => {
      if (element.scrollTop + element.clientHeight >= element.scrollHeight - 8) setSeen(fingerprint);
    };
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    look();
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [element, fingerprint]);
  const scrolled = useCallback((found: HTMLElement | null) => setElement(found), []);
  return [scrolled, seen !== undefined && seen === fingerprint];
}
