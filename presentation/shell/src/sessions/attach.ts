import type { Readable } from '@loggia/client';
import { currentRoute, navigate } from '../navigation/use-route.ts';
import { preferences } from '../preferences/use-preferences.ts';
import type { DraggedArtifact } from '../ui/dragged-artifacts.ts';

let waiting: readonly DraggedArtifact[] = [];
const listeners = new Set<() => void>();

function set(next: readonly DraggedArtifact[]): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** What is to be put at the next message and has not been taken yet by whoever writes it. */
export const artifactsToAttach: Readable<readonly DraggedArtifact[]> = {
  getSnapshot: () => waiting,
  subscribe: (listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

export function takeArtifacts(): readonly DraggedArtifact[] {
  const taken = waiting;
  if (taken.length > 0) set([]);
  return taken;
}

/** Puts artifacts at the message that is being written in the dock, or in the session on screen. */
export function attachToMessage(artifacts: readonly DraggedArtifact[]): void {
  set([...waiting, ...artifacts].slice(-100));
  if (currentRoute().page === 'session') return;
  // The same width as in the frame, below which there is no dock.
  if (matchMedia('(max-width: 860px)').matches) navigate({ page: 'session' });
  else preferences.set({ dockOpen: true });
}
