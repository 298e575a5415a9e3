interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const gap = 8;

/**
 * The distance that an element floating at the bottom has to rise, so that it covers none of the bars below it. A bar
 * above its usual place doesn't count, and it never rises off the screen.
 */
export function liftOver(floating: Box, bars: readonly Box[], viewHeight: number): number {
  const most = Math.max(0, floating.top - gap);
  // From the lowest bar up: rising over one may end on the next.
  const inTheWay = bars
    .filter(({ left, right, top, bottom }) => bottom > top && left < floating.right && right > floating.left)
    .filter(({ top }) => top < viewHeight)
    .toSorted((a, b) => b.bottom - a.bottom);
  let lift = 0;
  for (const { top, bottom } of inTheWay) {
    const isCovered = bottom > floating.top - lift && top < floating.bottom - lift;
    if (isCovered) lift = floating.bottom + gap - top;
  }
  return Math.min(lift, most);
}

const kept = new Set<HTMLElement>();
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

/** The `ref` of what somebody may be about to press: what comes up at the bottom does not cover it. */
export function keepClear(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined;
  kept.add(element);
  changed();
  return () => {
    kept.delete(element);
    changed();
  };
}

/** The `ref` of what floats at the bottom. `--lift` then says how far it has to rise from where it stands. */
export function liftClear(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined;
  let lift = 0;
  const rise = (): void => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const bars = [...kept].filter((bar) => bar !== element).map((bar) => bar.getBoundingClientRect());
    lift = liftOver({ left, right, top: top + lift, bottom: bottom + lift }, bars, window.innerHeight);
    element.style.setProperty('--lift', `${lift}px`);
  };
  const observer = new ResizeObserver(rise);
  const watch = (): void => {
    observer.disconnect();
    for (const watched of [element, ...kept]) observer.observe(watched);
  };
  listeners.add(watch);
  window.addEventListener('resize', rise);
  // The first report of the observer is of the sizes as they are.
  watch();
  return () => {
    listeners.delete(watch);
    window.removeEventListener('resize', rise);
    observer.disconnect();
  };
}
