import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react';

/** Where a key leads among so many; undefined for other keys. At both ends it goes on at the other. */
export function rovingTarget(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % count;
    case 'ArrowLeft':
      return (at - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

function buttonsIn(group: HTMLElement): HTMLButtonElement[] {
  return [...group.querySelectorAll('button')].filter(({ disabled }) => !disabled);
}

/** Tab stops at one of them only. */
function stopAt(buttons: readonly HTMLButtonElement[], chosen: HTMLButtonElement | undefined): void {
  for (const button of buttons) button.tabIndex = button === chosen ? 0 : -1;
}

interface Roving {
  readonly ref: RefObject<HTMLDivElement | null>;
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
  onFocus(): void;
}

/** For a group of buttons: one stop for Tab, and arrows, Home and End go through it. */
export function useRoving(): Roving {
  const ref = useRef<HTMLDivElement>(null);
  // Which buttons there are, and which one is pressed, may change with each render.
  useEffect(() => {
    const { current } = ref;
    if (!current) return;
    const buttons = buttonsIn(current);
    const focused = buttons.find((button) => button === document.activeElement);
    stopAt(buttons, focused ?? buttons.find(({ ariaPressed }) => ariaPressed === 'true') ?? buttons[0]);
  });
  return {
    ref,
    onKeyDown: (event) => {
      const buttons = ref.current ? buttonsIn(ref.current) : [];
      const at = buttons.findIndex((button) => button === document.activeElement);
      const { altKey, ctrlKey, metaKey, shiftKey } = event;
      if (at < 0 || altKey || ctrlKey || metaKey || shiftKey) return;
      const target = buttons[rovingTarget(event.key, at, buttons.length) ?? -1];
      if (!target) return;
      event.preventDefault();
      event.stopPropagation();
      target.focus();
    },
    onFocus: () => {
      const buttons = ref.current ? buttonsIn(ref.current) : [];
      const focused = buttons.find((button) => button === document.activeElement);
      if (focused) stopAt(buttons, focused);
    },
  };
}
