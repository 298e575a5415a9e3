import { useState, type DragEvent } from 'react';
import { hasArtifacts, readArtifacts } from '../../ui/dragged-artifacts.ts';
import { attachToMessage } from '../attach.ts';

/** Artifacts that are dropped anywhere on a chat go along with the next message. */
export function useChatDrop(canSpeak: boolean) {
  const [isDropping, setDropping] = useState(false);
  const isFor = (event: DragEvent): boolean =>
    canSpeak && !event.defaultPrevented && hasArtifacts(event.dataTransfer);
  return {
    'data-dropping': isDropping || undefined,
    onDragOver: (event: DragEvent): void => {
      const isHere = isFor(event);
      setDropping(isHere);
      if (isHere) event.preventDefault();
    },
    onDragLeave: (event: DragEvent): void => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDropping(false);
    },
    onDrop: (event: DragEvent): void => {
      setDropping(false);
      // The composer has taken what was dropped on it.
      if (!isFor(event)) return;
      event.preventDefault();
      attachToMessage(readArtifacts(event.dataTransfer));
    },
  };
}
