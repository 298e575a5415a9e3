import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { subscribe, takeToasts, waitingToasts } from './toast-queue.ts';

// The list is loaded with the first toast, because most visits begin without any.
const Shown = lazy(async () => ({ default: (await import('./toast-list.tsx')).ToastList }));

/** Where messages appear; once in the page. */
export function Toasts() {
  const said = useSyncExternalStore(subscribe, waitingToasts);
  const [wasUsed, setUsed] = useState(false);
  if (said.length > 0 && !wasUsed) setUsed(true);
  return wasUsed ? (
    <Suspense fallback={null}>
      <Shown said={said} take={takeToasts} />
    </Suspense>
  ) : null;
}
