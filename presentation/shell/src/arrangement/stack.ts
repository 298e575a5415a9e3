import type { DeskWindow, WindowTarget } from '@loggia/protocol';

/** As `--layer-window` in the tokens. Views sit directly above the window they belong to, so each takes two steps. */
const lowest = 10;

export function layerOf(rank: number): number {
  return lowest + 2 * rank;
}

/** From the back to the front. Where two claim the same place, every screen decides alike. */
export function stacked(windows: readonly DeskWindow[]): readonly DeskWindow[] {
  return windows.toSorted((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));
}

/** The one in front of those that are seen. */
export function frontOf(windows: readonly DeskWindow[]): DeskWindow | undefined {
  return stacked(windows).findLast(({ state }) => state !== 'minimised');
}

export function orderInFront(windows: readonly DeskWindow[]): number {
  return windows.reduce((most, { order }) => Math.max(most, order), -1) + 1;
}

/**
 * The window that going through all of them leads to, as they were opened: raising them on the way changes the order
 * they are stacked in, and some would never be reached.
 */
export function nextOf(
  windows: readonly DeskWindow[],
  direction: 'forward' | 'back',
): DeskWindow | undefined {
  const front = frontOf(windows);
  const at = windows.findIndex(({ id }) => id === front?.id);
  if (at < 0) return windows[0];
  const step = direction === 'forward' ? 1 : windows.length - 1;
  return windows[(at + step) % windows.length];
}

export function isSameTarget(a: WindowTarget, b: WindowTarget): boolean {
  if (a.kind === 'artifact' && b.kind === 'artifact') {
    return a.artifact === b.artifact && a.version === b.version && a.with === b.with && a.mode === b.mode;
  }
  if (a.kind === 'toolCall' && b.kind === 'toolCall') return a.chat === b.chat && a.toolCall === b.toolCall;
  return false;
}

/**
 * Without windows that have the same content as one in front of them. Two browsers that open something at the same time
 * hand on a window each, and a View is shown in only one.
 */
export function oncePerTarget(windows: readonly DeskWindow[]): readonly DeskWindow[] {
  const fromFront = stacked(windows).toReversed();
  return windows.filter(
    ({ id, target }) => fromFront.find((window) => isSameTarget(window.target, target))?.id === id,
  );
}

export type ArtifactTarget = Extract<WindowTarget, { readonly kind: 'artifact' }>;

/**
 * The window that shows an artifact with another viewer from now on: one that has this viewer already, else the
 * preferred one, else the topmost one with the artifact. Windows with another version of it are left alone.
 */
export function windowToReuse(
  windows: readonly DeskWindow[],
  target: ArtifactTarget,
  preferred: string | undefined,
): DeskWindow | undefined {
  const candidates = stacked(windows).filter(
    (window) =>
      window.target.kind === 'artifact' &&
      window.target.artifact === target.artifact &&
      window.target.version === target.version,
  );
  return (
    candidates.findLast((window) => isSameTarget(window.target, target)) ??
    candidates.find(({ id }) => id === preferred) ??
    candidates.at(-1)
  );
}
