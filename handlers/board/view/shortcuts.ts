import { element } from './dom.ts';
import type { Ui } from './ui.ts';

const shortcuts: readonly (readonly [keys: string, what: string])[] = [
  ['← ↑ → ↓', 'Go from card to card'],
  ['Space', 'Lift a card, then arrows to move it, Space to drop, Esc to put it back'],
  ['Enter or E', 'Edit'],
  ['N', 'New card'],
  ['D', 'Done, or not'],
  ['Delete', 'Delete'],
  ['/', 'Filter'],
  ['Ctrl Z', 'Undo'],
  ['Ctrl Shift Z', 'Redo'],
];

export function openShortcuts(ui: Ui): void {
  const back = document.activeElement;
  const dialog = element(
    'dialog',
    {
      class: 'dialog',
      'aria-label': 'Keyboard',
      onclose: () => {
        dialog.remove();
        if (back instanceof HTMLElement) back.focus();
      },
      onkeydown: (event: KeyboardEvent) => event.stopPropagation(),
      onclick: (event: MouseEvent) => {
        if (event.target === dialog) dialog.close();
      },
    },
    element(
      'div',
      { class: 'dialog-body' },
      element('h2', {}, 'Keyboard'),
      element(
        'dl',
        { class: 'shortcuts' },
        ...shortcuts.flatMap(([keys, what]) => [
          element('dt', {}, element('kbd', {}, keys)),
          element('dd', {}, what),
        ]),
      ),
      element('button', { type: 'button', class: 'button', onclick: () => dialog.close() }, 'Close'),
    ),
  );
  ui.root.append(dialog);
  dialog.showModal();
}
