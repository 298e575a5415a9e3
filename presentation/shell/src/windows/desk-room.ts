import type { Readable } from '@loggia/client';
import { useEffect, useRef, type RefObject } from 'react';
import type { Box } from './geometry.ts';

let room: Box | undefined;
const listeners = new Set<() => void>();

function set(next: Box | undefined): void {
  const isSame =
    room === next ||
    (room !== undefined &&
      next !== undefined &&
      room.x === next.x &&
      room.y === next.y &&
      room.width === next.width &&
      room.height === next.height);
  if (isSame) return;
  room = next;
  for (const listener of listeners) listener();
}

/** Where on the page windows may stand; undefined while no desk is on screen. */
export const deskRoom: Readable<Box | undefined> = {
  getSnapshot: () => room,
  subscribe: (listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

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
    // What stands before it may grow while it keeps its own size.
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
