import { Cell, type Readable } from '@loggia/client';
import { showConversation } from '../navigation/show-conversation.ts';
import type { DraggedArtifact } from '../ui/dragged-artifacts.ts';

const waiting = new Cell<readonly DraggedArtifact[]>([]);

/** Artifacts to attach to the next message, until the composer takes them. */
export const artifactsToAttach: Readable<readonly DraggedArtifact[]> = waiting;

export function takeArtifacts(): readonly DraggedArtifact[] {
  const taken = waiting.getSnapshot();
  if (taken.length > 0) waiting.set([]);
  return taken;
}

/** Puts artifacts at the message that is being written in the dock, or in the session on screen. */
export function attachToMessage(artifacts: readonly DraggedArtifact[]): void {
  waiting.set([...waiting.getSnapshot(), ...artifacts].slice(-100));
  showConversation();
}
