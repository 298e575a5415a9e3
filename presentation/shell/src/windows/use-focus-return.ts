import { useEffect, useRef } from 'react';

/** The element under the windows that gets the focus when the last one closes. */
const onDesk = '.desk [role="option"][tabindex="0"]';

/** A closed window would lose the keyboard focus. It moves to the window then in front, or to the desk. */
export function useFocusReturn(seen: readonly string[], front: string | undefined): void {
  const last = useRef<string>(undefined);
  useEffect(() => {
    const follow = ({ target }: FocusEvent): void => {
      last.current =
        target instanceof Element
          ? target.closest<HTMLElement>('[data-window]')?.dataset['window']
          : undefined;
    };
    window.addEventListener('focusin', follow);
    return () => window.removeEventListener('focusin', follow);
  }, []);
  const key = seen.join(' ');
  useEffect(() => {
    const { current } = last;
    if (current === undefined || key.split(' ').includes(current)) return;
    last.current = undefined;
    const { activeElement } = document;
    if (activeElement !== null && activeElement !== document.body) return;
    const next = front === undefined ? onDesk : `[data-window="${CSS.escape(front)}"]`;
    document.querySelector<HTMLElement>(next)?.focus({ preventScroll: true });
  }, [key, front]);
}
