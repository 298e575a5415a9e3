import { useSyncExternalStore } from 'react';
import { ago, exactly } from '../ui/when.ts';

const everyMs = 30_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const told of listeners) told();
  }, everyMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** How long ago, kept true while it is on screen. */
export function TimeAgo({ at }: { readonly at: string }) {
  const current = useSyncExternalStore(subscribe, () => now);
  return (
    <time dateTime={at} title={exactly(at)}>
      {ago(at, Math.max(current, Date.parse(at) || 0))}
    </time>
  );
}
