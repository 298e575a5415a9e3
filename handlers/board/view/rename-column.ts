import { boardLimits, type Column } from '../src/board/board.ts';
import { updateColumn } from '../src/board/operations.ts';
import { element } from './dom.ts';
import type { Ui } from './ui.ts';

/** Puts a field in the place of the title until it is left. */
export function renameColumn(title: HTMLElement, column: Column, ui: Ui): void {
  if (ui.store.isReadOnly) return;
  let isOver = false;
  const close = (next: string | undefined) => {
    if (isOver) return;
    isOver = true;
    field.replaceWith(title);
    const text = next?.replaceAll(/\s+/g, ' ').trim() ?? '';
    if (text !== '' && text !== column.title) {
      ui.store.change(`renaming “${column.title}”`, (board) =>
        updateColumn(board, column.id, { title: text }),
      );
    }
  };
  const field = element('input', {
    class: 'field column-name',
    value: column.title,
    maxlength: boardLimits.title,
    'aria-label': 'Name of the column',
    onkeydown: (event: KeyboardEvent) => {
      event.stopPropagation();
      if (event.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
      // Else the same key would press the title, which has the focus next.
      event.preventDefault();
      close(event.key === 'Enter' ? field.value : undefined);
      title.focus();
    },
    onblur: () => close(field.value),
  });
  title.replaceWith(field);
  field.focus();
  field.select();
}
