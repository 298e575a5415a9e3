import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Whether an element is at least that wide: beside an open conversation, a wide screen is narrow, too. */
export function useHasRoom(width: number): readonly [RefObject<HTMLDivElement | null>, boolean] {
  const element = useRef<HTMLDivElement>(null);
  const [hasRoom, setHasRoom] = useState(true);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const measure = (): void => setHasRoom(current.clientWidth >= width);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [width]);
  return [element, hasRoom];
}
