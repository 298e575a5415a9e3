import { useEffect, useLayoutEffect, useRef } from 'react';
import { chordsOf, shellCommands, type ShellCommand } from './command-registry.ts';
import { isChord, worksWhileTyping } from './key-chord.ts';

export const isMac = typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.userAgent);

/** Offers commands while the component is mounted. Their effects may change with each render. */
export function useCommands(commands: readonly ShellCommand[]): void {
  const newest = useRef(commands);
  useLayoutEffect(() => {
    newest.current = commands;
  });
  // Without the handlers, which are looked up when the command runs.
  const shape = JSON.stringify(commands);
  useEffect(() => {
    const stable = newest.current.map((command, index) => ({
      ...command,
      run: () => newest.current[index]?.run(),
    }));
    return shellCommands.add(stable);
  }, [shape]);
}

/** Runs what belongs to the keys that are pressed anywhere in the page. */
export function useKeyBindings(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return;
      // Inside of a shadow tree, such as an editor's, the target is only the element that holds the tree.
      const isWriting = takesLetters(event.composedPath()[0] ?? event.target);
      const found = shellCommands
        .getSnapshot()
        .findLast(
          (command) =>
            command.hidden !== true &&
            chordsOf(command).some(
              (chord) => isChord(chord, event, isMac) && (!isWriting || worksWhileTyping(chord)),
            ),
        );
      if (!found) return;
      event.preventDefault();
      found.run();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

/** Whether the focused element uses letters: a field, or a menu with type-ahead. */
function takesLetters(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName)) return true;
  // A dialog has the page to itself: single keys are not for what lies behind it.
  return target.closest('[role=menu], .dialog') !== null;
}
