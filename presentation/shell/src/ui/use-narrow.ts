import { useSyncExternalStore } from 'react';

const narrow = matchMedia('(max-width: 860px)');

function subscribe(listener: () => void): () => void {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
}

/** Whether there is room for one thing at a time only. The same width stands in the style sheets. */
export function isNarrow(): boolean {
  return narrow.matches;
}

export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, isNarrow);
}
