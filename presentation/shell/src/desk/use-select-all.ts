import { useEffect, useRef } from 'react';
import { isChord } from '../commands/key-chord.ts';
import { isMac } from '../commands/use-commands.ts';

/** Without a focused element, the shortcut selects the artifacts rather than the words on the page. */
export function useSelectAll(select: () => void): void {
  const newest = useRef(select);
  useEffect(() => {
    newest.current = select;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isNowhere = event.target === document.body || event.target === document.getElementById('main');
      if (!isNowhere || !isChord('Mod+A', event, isMac)) return;
      event.preventDefault();
      newest.current();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
