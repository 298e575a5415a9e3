import { Cell, type Readable } from '@loggia/client';

/** The open part of the details: the sheet of one artifact, or the dialog that commits some. */
export interface DetailsState {
  readonly artifact?: string;
  readonly committing?: readonly string[];
}

const state = new Cell<DetailsState>({});

export const detailsState: Readable<DetailsState> = state;

export function showDetails(artifact: string): void {
  state.set({ artifact });
}

export function showCommit(artifacts: readonly string[]): void {
  state.set({ ...state.getSnapshot(), committing: artifacts });
}

export function closeDetails(): void {
  state.set({});
}

let isLeft = false;

/** Closes the sheet for something that it has just opened, which then has the focus. */
export function leaveDetails(): void {
  isLeft = true;
  state.set({});
}

/** Whether the focus goes back to where it was before the sheet. */
export function givesFocusBack(): boolean {
  const gives = !isLeft;
  isLeft = false;
  return gives;
}

export function closeCommit(): void {
  const { committing: _, ...rest } = state.getSnapshot();
  state.set(rest);
}
