import { useEffect } from 'react';

let isWanted = false;
const listeners = new Set<() => void>();

/** Whether there has been a View yet: without one, the code for Views is not loaded. */
export const viewsWanted = {
  getSnapshot: (): boolean => isWanted,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

export function useViews(): void {
  useEffect(() => {
    if (isWanted) return;
    isWanted = true;
    for (const listener of listeners) listener();
  }, []);
}
