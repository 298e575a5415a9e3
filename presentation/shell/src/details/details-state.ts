import type { Readable } from '@loggia/client';

/** What of the details is open: the sheet of one artifact, or the dialog that commits some. */
export interface DetailsState {
  readonly artifact?: string;
  readonly committing?: readonly string[];
}

let state: DetailsState = {};
const listeners = new Set<() => void>();

function set(next: DetailsState): void {
  state = next;
  for (const listener of listeners) listener();
}

export const detailsState: Readable<DetailsState> = {
  getSnapshot: () => state,
  subscribe: (listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

export function showDetails(artifact: string): void {
  set({ artifact });
}

export function showCommit(artifacts: readonly string[]): void {
  set({ ...state, committing: artifacts });
}

export function closeDetails(): void {
  set({});
}

let isLeft = false;

/** Closes the sheet for something that it has just opened, which then has the focus. */
export function leaveDetails(): void {
  isLeft = true;
  set({});
}

/** Whether the focus goes back to where it was before the sheet. */
export function givesFocusBack(): boolean {
  const gives = !isLeft;
  isLeft = false;
  return gives;
}

export function closeCommit(): void {
  const { committing: _, ...rest } = state;
  set(rest);
}
