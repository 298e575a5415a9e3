import type { Environment, Readable } from '@loggia/client';

/**
 * The same value, changing no more often than the eye can follow. The first change shows at once; what comes soon after
 * shows together.
 */
export function paced<Value>(
  source: Readable<Value>,
  environment: Pick<Environment, 'after'>,
  everyMs: number,
): Readable<Value> {
  let shown = source.getSnapshot();
  let resting: (() => void) | undefined;
  let stop: (() => void) | undefined;
  const listeners = new Set<() => void>();
  const show = (): void => {
    const next = source.getSnapshot();
    if (Object.is(next, shown)) return;
    shown = next;
    for (const listener of listeners) listener();
  };
  const changed = (): void => {
    if (resting) return;
    show();
    resting = environment.after(everyMs, () => {
      resting = undefined;
      if (!Object.is(source.getSnapshot(), shown)) changed();
    });
  };
  return {
    getSnapshot: () => {
      // Without listeners, nothing can be out of date.
      if (listeners.size === 0) shown = source.getSnapshot();
      return shown;
    },
    subscribe: (listener) => {
      if (listeners.size === 0) {
        stop = source.subscribe(changed);
        // It may have changed while there were no listeners.
        shown = source.getSnapshot();
      }
      listeners.add(listener);
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return;
        stop?.();
        resting?.();
        resting = undefined;
      };
    },
  };
}
