import type { Readable } from '@loggia/client';

/** The window that somebody at this screen has just asked for. Others may look at the same desk and want something else. */
export interface Attention {
  readonly window?: string;
  /** Grows whenever it is asked for again. */
  readonly round: number;
}

let state: Attention = { round: 0 };
const listeners = new Set<() => void>();

function set(next: Attention): void {
  state = next;
  for (const listener of listeners) listener();
}

export const attention: Readable<Attention> = {
  getSnapshot: () => state,
  subscribe: (listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

export function attendTo(window: string): void {
  set({ window, round: state.round + 1 });
}

/** Back to what lies under the windows, where there is room for one thing at a time only. */
export function attendToDesk(): void {
  set({ round: state.round + 1 });
}
