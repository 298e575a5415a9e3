import { lazy, Suspense, useSyncExternalStore } from 'react';
import { viewsWanted } from './wanted.ts';

// Loaded with the first View.
const ShownLayer = lazy(async () => ({ default: (await import('./shown-layer.tsx')).ShownLayer }));

/** Holds the frames of all Views. They are positioned over their slots and never move in the document. */
export function ViewLayer() {
  const isWanted = useSyncExternalStore(viewsWanted.subscribe, viewsWanted.getSnapshot);
  if (!isWanted) return null;
  return (
    <Suspense fallback={null}>
      <ShownLayer />
    </Suspense>
  );
}
