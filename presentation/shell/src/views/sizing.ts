export interface Bounds {
  readonly least: number;
  readonly most: number;
}

interface Step {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** The height of a View, and how it came about. */
export interface Sizing {
  readonly height: number;
  /** The last changes, oldest first. */
  readonly steps: readonly Step[];
  /** A height that proved to be an echo of our own resizing; ignored while it stays the same. */
  readonly loop?: { readonly by: number } | { readonly between: readonly [number, number] };
}

/** Rounding, borders and scroll bars make Views measure slightly more or less than their height. */
const echo = 3;
/** Answers to a resize come within the next frames; growing content takes longer, or grows unevenly. */
const quickMs = 80;
const loopSteps = 6;
const remembered = 8;

export function startSizing(height: number): Sizing {
  return { height, steps: [] };
}

/**
 * Decides about a height that a View reports. Many Views measure something that depends on their given height, so that
 * each resize makes them ask again. Such a loop is cut after a few rounds: if heights alternate, the larger one stays;
 * if they grow or shrink by the same amount each time, the current one stays.
 */
export function resized(before: Sizing, reported: number, at: number, bounds: Bounds): Sizing {
  if (!Number.isFinite(reported) || reported < 0) return before;
  const wanted = Math.round(Math.min(bounds.most, Math.max(bounds.least, reported)));
  const change = wanted - before.height;
  if (Math.abs(change) <= echo || isSameLoop(before, wanted)) return before;
  const steps = [...before.steps, { at, from: before.height, to: wanted }].slice(-remembered);
  const loop = loopIn(steps);
  if (!loop) return { height: wanted, steps };
  return {
    height: 'between' in loop ? Math.max(...loop.between) : before.height,
    steps: [],
    loop,
  };
}

/** The room has changed, so a height that was cut may be right now. */
export function refitted(before: Sizing, { least, most }: Bounds): Sizing {
  const height = Math.min(most, Math.max(least, before.height));
  return height === before.height ? before : { height, steps: [] };
}

function isSameLoop({ loop, height }: Sizing, wanted: number): boolean {
  if (!loop) return false;
  if ('by' in loop) return Math.abs(wanted - height - loop.by) <= echo;
  return loop.between.some((known) => Math.abs(wanted - known) <= echo);
}

function loopIn(steps: readonly Step[]): Sizing['loop'] {
  const last = steps.slice(-loopSteps);
  const [first, second] = last;
  if (last.length < loopSteps || !first || !second) return undefined;
  const isQuick = last.every(({ at }, index) => index === 0 || at - (last[index - 1]?.at ?? at) <= quickMs);
  if (!isQuick) return undefined;
  const by = first.to - first.from;
  if (last.every(({ from, to }) => Math.abs(to - from - by) <= echo)) return { by };
  const isBackAndForth = last.every(
    ({ to }, index) => Math.abs(to - (index % 2 === 0 ? first.to : second.to)) <= echo,
  );
  return isBackAndForth ? { between: [first.to, second.to] } : undefined;
}
