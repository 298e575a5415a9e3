import type { V03SessionState } from './state.ts';

function agree(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  return [...keys].every((key) => {
    if (key === 'partialInput') return (left[key] ?? '') === (right[key] ?? '');
    return agree(left[key], right[key]);
  });
}

/** 0.3 reducers date a session by their own clock, and no action of 0.3 changes the directory. */
function comparable(state: V03SessionState): unknown {
  const { modifiedAt: _clock, workingDirectory: _fixed, ...summary } = state.summary;
  return { ...state, summary };
}

/** Throws if the two differ for a user. A call that got an empty piece of input has none: 0.3 always appends. */
export function mustAgree(state: V03SessionState, wanted: V03SessionState): void {
  const [left, right] = [comparable(state), comparable(wanted)];
  if (agree(left, right)) return;
  throw new Error(
    `folded:\n${JSON.stringify(left, undefined, 1)}\nprojected:\n${JSON.stringify(right, undefined, 1)}`,
  );
}
