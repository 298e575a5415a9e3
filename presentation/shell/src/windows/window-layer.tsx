import { lazy, Suspense, useState } from 'react';
import { useWindows } from '../arrangement/desk-windows.ts';
import { targetOfRoute } from '../arrangement/window-route.ts';
import { useRoute } from '../navigation/use-route.ts';

// A desk without windows does without all of this.
const ShownWindows = lazy(async () => ({ default: (await import('./shown-windows.tsx')).ShownWindows }));

/** The windows of a workspace's desk, from the first one on. */
export function WindowLayer({ workspace }: { readonly workspace: string }) {
  const isWanted = useWindows(workspace).length > 0;
  const isAddressed = targetOfRoute(useRoute()) !== undefined;
  const [wasWanted, setWasWanted] = useState(false);
  if ((isWanted || isAddressed) && !wasWanted) setWasWanted(true);
  return wasWanted ? (
    <Suspense fallback={null}>
      <ShownWindows workspace={workspace} />
    </Suspense>
  ) : null;
}
