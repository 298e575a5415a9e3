import { lazy, Suspense, useSyncExternalStore } from 'react';
import { viewsWanted } from './wanted.ts';

// With the first View.
const ShownLayer = lazy(async () => ({ default: (await import('./shown-layer.tsx')).ShownLayer }));

/** Where the frames of all Views live; they are positioned over the slots that want them, and never moved in the document. */
export function ViewLayer() {
  const isWanted = useSyncExternalStore(viewsWanted.subscribe, viewsWanted.getSnapshot);
  if (!isWanted) return null;
  return (
    <Suspense fallback={null}>
      <ShownLayer />
    </Suspense>
  );
}
