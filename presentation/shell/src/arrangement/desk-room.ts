import { Cell, type Readable } from '@loggia/client';
import { useEffect, useRef, type RefObject } from 'react';
import type { Box } from './geometry.ts';

const room = new Cell<Box | undefined>(undefined);

function set(next: Box | undefined): void {
  const before = room.getSnapshot();
  const isSame =
    before !== undefined &&
    next !== undefined &&
    before.x === next.x &&
    before.y === next.y &&
    before.width === next.width &&
    before.height === next.height;
  if (!isSame) room.set(next);
}

/** The area of the page for windows; undefined while no desk is on screen. */
export const deskRoom: Readable<Box | undefined> = room;

/** Gives the element's place on the page to the windows for as long as it is there. */
export function useAsDeskRoom(): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = (): void => {
      const { left, top, width, height } = current.getBoundingClientRect();
      set({ x: left, y: top, width: Math.floor(width), height: Math.floor(height) });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    // Elements before it may grow while its own size stays the same.
    window.addEventListener('resize', measure);
    measure();
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
      set(undefined);
    };
  }, []);
  return element;
}
