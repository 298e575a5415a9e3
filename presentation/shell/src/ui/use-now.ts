import { useSyncExternalStore } from 'react';

const everyMs = 30_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, everyMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Without listeners the clock stands still; the next listener sets it. */
function current(): number {
  if (Date.now() - now > everyMs) now = Date.now();
  return now;
}

/** The time, as often as "a minute ago" needs it: one clock for everything on screen. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, current);
}
