import { useEffect, useRef, useState } from 'react';

/** The longer a text, the longer it takes to lay out, and the less its next word matters. */
function refreshMs(length: number): number {
  return Math.min(500, Math.max(0, Math.floor(length / 60)));
}

/** Text that is still growing, not redrawn for each of its words. The end of it shows at once. */
export function useCalmText(text: string, isLive: boolean): string {
  const [shown, setShown] = useState(text);
  const drawnAt = useRef(0);
  useEffect(() => {
    if (!isLive) return;
    const wait = Math.max(0, drawnAt.current + refreshMs(text.length) - performance.now());
    const timer = setTimeout(() => {
      drawnAt.current = performance.now();
      setShown(text);
    }, wait);
    return () => clearTimeout(timer);
  }, [text, isLive]);
  return isLive ? shown : text;
}
