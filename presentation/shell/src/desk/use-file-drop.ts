import { useEffect, useRef, useState } from 'react';
import { filesIn, hasFiles, pickedFiles, type Found } from './dropped-files.ts';

/** Places that take files themselves. */
const elsewhere = '.dock, [role="dialog"]:not(.window)';

/**
 * Takes files that are dropped anywhere on the page, or pasted into it, and tells whether some hang over it now. A file
 * that is dropped on a page without anybody taking it would be opened in its place.
 */
export function useFileDrop(onFiles: (found: Promise<Found>) => void): boolean {
  const [isOver, setOver] = useState(false);
  const newest = useRef(onFiles);
  useEffect(() => {
    newest.current = onFiles;
  });
  useEffect(() => {
    let leaving: ReturnType<typeof setTimeout> | undefined;
    const isOurs = (event: DragEvent): boolean =>
      !event.defaultPrevented &&
      !(event.target instanceof Element && event.target.closest(elsewhere) !== null);
    const over = (event: DragEvent): void => {
      if (!event.dataTransfer || !hasFiles(event.dataTransfer)) return;
      const ours = isOurs(event);
      if (!event.defaultPrevented) {
        event.preventDefault();
        event.dataTransfer.dropEffect = ours ? 'copy' : 'none';
      }
      setOver(ours);
      // Leaving is told for every element on the way; only silence means that it is gone.
      clearTimeout(leaving);
      leaving = setTimeout(() => setOver(false), 250);
    };
    const drop = (event: DragEvent): void => {
      if (!event.dataTransfer || !hasFiles(event.dataTransfer)) return;
      const ours = isOurs(event);
      event.preventDefault();
      clearTimeout(leaving);
      setOver(false);
      if (ours) newest.current(filesIn(event.dataTransfer.items));
    };
    const paste = (event: ClipboardEvent): void => {
      const files = event.clipboardData?.files;
      if (event.defaultPrevented || !files || files.length === 0 || isTyping(event.composedPath()[0] ?? null))
        return;
      event.preventDefault();
      newest.current(Promise.resolve(pickedFiles(files)));
    };
    window.addEventListener('dragover', over);
    window.addEventListener('drop', drop);
    window.addEventListener('paste', paste);
    return () => {
      clearTimeout(leaving);
      window.removeEventListener('dragover', over);
      window.removeEventListener('drop', drop);
      window.removeEventListener('paste', paste);
    };
  }, []);
  return isOver;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))
  );
}
