import type { Collection } from '@loggia/protocol';
import { Library } from 'lucide-react';
import { useEffect, useState, type DragEvent } from 'react';
import { publish } from '../artifacts/publishing.ts';
import { useHost } from '../host/host-context.tsx';
import { useLibrary } from '../host/use-channel.ts';
import { hasArtifacts, readArtifacts } from '../ui/dragged-artifacts.ts';
import { attempt } from '../ui/toast-queue.ts';

/** While cards are dragged: the collections that they can be dropped into. */
export function CollectionTray() {
  const collections = useLibrary()?.collections ?? [];
  const isDragging = useArtifactDrag();
  if (!isDragging || collections.length === 0) return null;
  return (
    <div className="collection-tray" aria-hidden>
      <span>Publish to</span>
      {collections.slice(0, 8).map((collection) => (
        <DropTarget key={collection.id} collection={collection} />
      ))}
    </div>
  );
}

function DropTarget({ collection }: { readonly collection: Collection }) {
  const host = useHost();
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent): void => {
    if (!hasArtifacts(event.dataTransfer)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'link';
    setOver(true);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const dropped = readArtifacts(event.dataTransfer);
    if (dropped.length > 0) attempt(publish(host, collection, dropped));
  };
  return (
    <span
      className="collection-tray-target"
      data-over={isOver}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Library aria-hidden />
      {collection.title}
    </span>
  );
}

function useArtifactDrag(): boolean {
  const [isDragging, setDragging] = useState(false);
  useEffect(() => {
    // After the browser has taken its picture of what is dragged: a tray in it would end the drag.
    const start = (event: globalThis.DragEvent): void => {
      if (event.dataTransfer && hasArtifacts(event.dataTransfer)) setTimeout(() => setDragging(true));
    };
    const end = (): void => void setTimeout(() => setDragging(false));
    window.addEventListener('dragstart', start);
    window.addEventListener('dragend', end);
    window.addEventListener('drop', end);
    return () => {
      window.removeEventListener('dragstart', start);
      window.removeEventListener('dragend', end);
      window.removeEventListener('drop', end);
    };
  }, []);
  return isDragging;
}
