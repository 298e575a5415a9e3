import { boardLimits, cardsIn, columnColors, type Column } from '../src/board/board.ts';
import {
  archiveDone,
  moveColumn,
  removeColumn,
  updateColumn,
  type ColumnChange,
} from '../src/board/operations.ts';
import { element, icon, type IconName } from './dom.ts';
import { renameColumn } from './rename-column.ts';
import type { Ui } from './ui.ts';

/** A menu beside the button that opens it. The browser closes it when something else is clicked, or on Escape. */
export function openColumnMenu(anchor: HTMLElement, column: Column, ui: Ui): void {
  const { board } = ui.store;
  const at = board.columns.findIndex(({ id }) => id === column.id);
  const change = (label: string, next: ColumnChange) => {
    ui.store.change(label, (now) => updateColumn(now, column.id, next));
  };
  const item = (
    name: IconName,
    text: string,
    run: () => void,
    options: { disabled?: boolean; danger?: boolean } = {},
  ) =>
    element(
      'button',
      {
        type: 'button',
        class: options.danger ? 'menu-item danger' : 'menu-item',
        disabled: options.disabled,
        onclick: () => {
          menu.hidePopover();
          run();
        },
      },
      icon(name),
      text,
    );
  const move = (by: number) => {
    ui.store.change(`moving “${column.title}”`, (now) => moveColumn(now, column.id, at + by));
    ui.announce(`${column.title} is now column ${at + by + 1} of ${board.columns.length}.`);
    columnElement(column.id, ui)?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
  };
  const limit = element('input', {
    class: 'field limit',
    type: 'number',
    min: 1,
    max: boardLimits.cards,
    placeholder: 'None',
    value: column.limit,
    onchange: () => {
      const number = Math.floor(Number(limit.value));
      change(`limiting “${column.title}”`, {
        limit: number >= 1 ? Math.min(number, boardLimits.cards) : undefined,
      });
    },
  });
  const done = element('input', {
    type: 'checkbox',
    checked: column.done === true,
    onchange: () =>
      change(`changing which cards are done in “${column.title}”`, { done: done.checked || undefined }),
  });
  const swatches = columnColors.map((color) =>
    element('button', {
      type: 'button',
      class: 'swatch',
      'data-color': color,
      'aria-label': color,
      title: color,
      'aria-pressed': String((column.color ?? 'gray') === color),
      onclick: () => {
        menu.hidePopover();
        change(`coloring “${column.title}”`, { color: color === 'gray' ? undefined : color });
      },
    }),
  );
  const hasDone = column.done === true || cardsIn(board, column.id).some((card) => card.done === true);
  const menu = element(
    'div',
    {
      class: 'menu',
      popover: 'auto',
      role: 'dialog',
      'aria-label': `Menu of ${column.title}`,
      onkeydown: (event: KeyboardEvent) => {
        event.stopPropagation();
        walk(event, menu);
      },
      ontoggle: (event: ToggleEvent) => {
        if (event.newState === 'closed') menu.remove();
      },
    },
    item('pencil', 'Rename', () => {
      const title = columnElement(column.id, ui)?.querySelector<HTMLElement>('.column-title');
      if (title) renameColumn(title, column, ui);
    }),
    item('left', 'Move left', () => move(-1), { disabled: at === 0 }),
    item('right', 'Move right', () => move(1), { disabled: at === board.columns.length - 1 }),
    element('div', { class: 'menu-rule' }),
    element('div', { class: 'swatches', role: 'group', 'aria-label': 'Color' }, ...swatches),
    element('label', { class: 'menu-field' }, 'Limit', limit),
    element('label', { class: 'menu-field' }, 'Cards here are done', done),
    element('div', { class: 'menu-rule' }),
    item('archive', 'Archive done cards', () => archiveIn(column, ui), { disabled: !hasDone }),
    item('trash', 'Delete column', () => deleteColumn(column, ui), { danger: true }),
  );
  ui.root.append(menu);
  menu.showPopover();
  placeBeside(anchor, menu);
  menu.querySelector<HTMLElement>('.menu-item')?.focus();
}

function columnElement(id: string, ui: Ui): HTMLElement | null {
  return ui.root.querySelector(`[data-column="${CSS.escape(id)}"]`);
}

function archiveIn(column: Column, ui: Ui): void {
  const { board } = ui.store;
  const next = archiveDone({ ...board, cards: board.cards.filter((card) => card.column === column.id) });
  const away = new Set(next.cards.filter((card) => card.archived === true).map((card) => card.id));
  ui.store.change(`archiving done cards in “${column.title}”`, (now) => ({
    ...now,
    cards: now.cards.map((card) =>
      away.has(card.id) && card.archived !== true ? { ...card, archived: true } : card,
    ),
  }));
  ui.toast('Archived the done cards.', { label: 'Undo', run: () => void ui.store.undo() });
}

function deleteColumn(column: Column, ui: Ui): void {
  const count = cardsIn(ui.store.board, column.id).length;
  ui.store.change(`deleting “${column.title}”`, (board) => removeColumn(board, column.id));
  const along = count === 0 ? '' : ` with ${count} ${count === 1 ? 'card' : 'cards'}`;
  ui.toast(`Deleted “${column.title}”${along}.`, { label: 'Undo', run: () => void ui.store.undo() });
}

function placeBeside(anchor: HTMLElement, menu: HTMLElement): void {
  const from = anchor.getBoundingClientRect();
  const size = menu.getBoundingClientRect();
  const left = Math.min(Math.max(8, from.right - size.width), window.innerWidth - size.width - 8);
  const below = from.bottom + 4;
  const top =
    below + size.height <= window.innerHeight - 8 ? below : Math.max(8, window.innerHeight - size.height - 8);
  menu.style.left = `${left}px`;
  menu.style.top = `${top}px`;
}

function walk(event: KeyboardEvent, menu: HTMLElement): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  if (event.target instanceof HTMLInputElement && event.target.type === 'number') return;
  event.preventDefault();
  const stops = [...menu.querySelectorAll<HTMLElement>('button:not(:disabled), input')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  stops[(at + (event.key === 'ArrowDown' ? 1 : -1) + stops.length) % stops.length]?.focus();
}
