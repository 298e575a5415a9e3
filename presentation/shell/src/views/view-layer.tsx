import { lazy, Suspense } from 'react';

// After the first paint, which has no Views.
const ShownLayer = lazy(async () => ({ default: (await import('./shown-layer.tsx')).ShownLayer }));

/** Where the frames of all Views live; they are positioned over the slots that want them, and never moved in the document. */
export function ViewLayer() {
  return (
    <Suspense fallback={null}>
      <ShownLayer />
    </Suspense>
  );
}
