import { Cell, type Readable } from '@loggia/client';

/** The window that somebody at this screen has just asked for. Others may look at the same desk and want something else. */
export interface Attention {
  readonly window?: string;
  /** Grows whenever it is asked for again. */
  readonly round: number;
}

const state = new Cell<Attention>({ round: 0 });

export const attention: Readable<Attention> = state;

export function attendTo(window: string): void {
  state.set({ window, round: state.getSnapshot().round + 1 });
}

/** Back to what lies under the windows, where there is room for one thing at a time only. */
export function attendToDesk(): void {
  state.set({ round: state.getSnapshot().round + 1 });
}

let heard = 0;

/**
 * True once for each request to show a window: a window that is mounted again must not take the focus from its content.
 */
export function isNews(round: number): boolean {
  if (round <= heard) return false;
  heard = round;
  return true;
}
