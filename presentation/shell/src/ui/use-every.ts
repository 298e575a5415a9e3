import { useEffect, useEffectEvent } from 'react';

/** Does something again and again while somebody looks at the page, and at once when they come back to it. */
export function useEvery(ms: number, run: () => void): void {
  const tick = useEffectEvent(run);
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === 'visible') tick();
    };
    const timer = setInterval(look, ms);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [ms]);
}
