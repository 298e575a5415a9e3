import { useSyncExternalStore } from 'react';

const none = 'none';
/** The time after a Tab key in which the focus moves into a View. */
const soonMs = 500;

/** How the focused View got the keys: `pointed` by a click, `tabbed` by keyboard. */
export type KeysInView = 'pointed' | 'tabbed' | undefined;

let now: 'pointed' | 'tabbed' | 'none' = none;
let tabbedAt = -Infinity;
const listeners = new Set<() => void>();

function look(): void {
  const isInside = document.activeElement instanceof HTMLIFrameElement;
  const next = !isInside ? none : now !== none ? now : wasTabbed() ? 'tabbed' : 'pointed';
  if (next === now) return;
  now = next;
  for (const listener of listeners) listener();
}

function wasTabbed(): boolean {
  return performance.now() - tabbedAt < soonMs;
}

function pressed({ key }: KeyboardEvent): void {
  if (key === 'Tab') tabbedAt = performance.now();
}

/** The active element is known once the event is over. */
function soon(): void {
  setTimeout(look);
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('keydown', pressed, true);
    window.addEventListener('blur', soon);
    window.addEventListener('focus', soon);
    window.addEventListener('focusin', soon);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('keydown', pressed, true);
    window.removeEventListener('blur', soon);
    window.removeEventListener('focus', soon);
    window.removeEventListener('focusin', soon);
  };
}

/** Browsers send keys only to the View that has the focus. */
export function useKeysInView(): KeysInView {
  const is = useSyncExternalStore(subscribe, () => now);
  return is === none ? undefined : is;
}
