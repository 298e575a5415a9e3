import { Cell, type Readable } from '@loggia/client';
import { currentRoute, navigate } from '../navigation/use-route.ts';
import { preferences } from '../preferences/use-preferences.ts';
import type { DraggedArtifact } from '../ui/dragged-artifacts.ts';
import { isNarrow } from '../ui/use-narrow.ts';

const waiting = new Cell<readonly DraggedArtifact[]>([]);

/** What is to be put at the next message and has not been taken yet by whoever writes it. */
export const artifactsToAttach: Readable<readonly DraggedArtifact[]> = waiting;

export function takeArtifacts(): readonly DraggedArtifact[] {
  const taken = waiting.getSnapshot();
  if (taken.length > 0) waiting.set([]);
  return taken;
}

/** Puts artifacts at the message that is being written in the dock, or in the session on screen. */
export function attachToMessage(artifacts: readonly DraggedArtifact[]): void {
  waiting.set([...waiting.getSnapshot(), ...artifacts].slice(-100));
  if (currentRoute().page === 'session') return;
  // Where there is no room for a dock.
  if (isNarrow()) navigate({ page: 'session' });
  else preferences.set({ dockOpen: true });
}
