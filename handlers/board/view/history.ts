import type { Board } from '../src/board/board.ts';
import { merge } from '../src/board/merge.ts';

interface Step {
  readonly label: string;
  readonly before: Board;
  readonly after: Board;
}

/** The steps that can be undone and redone, newest last. */
export interface History {
  readonly past: readonly Step[];
  readonly future: readonly Step[];
}

export const noHistory: History = { past: [], future: [] };
const longest = 200;

export function remember(history: History, step: Step): History {
  return { past: [...history.past, step].slice(-longest), future: [] };
}

export interface Traveled {
  readonly history: History;
  readonly board: Board;
  readonly label: string;
}

/**
 * Takes back one step and nothing else: what others changed since then stays. Undefined when there is nothing to undo.
 */
export function undo({ past, future }: History, board: Board): Traveled | undefined {
  const step = past.at(-1);
  if (step === undefined) return undefined;
  return {
    history: { past: past.slice(0, -1), future: [...future, step] },
    board: merge(step.after, step.before, board).board,
    label: step.label,
  };
}

export function redo({ past, future }: History, board: Board): Traveled | undefined {
  const step = future.at(-1);
  if (step === undefined) return undefined;
  return {
    history: { past: [...past, step], future: future.slice(0, -1) },
    board: merge(step.before, step.after, board).board,
    label: step.label,
  };
}
