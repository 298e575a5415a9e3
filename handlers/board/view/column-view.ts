import { boardLimits, cardsIn, type Column } from '../src/board/board.ts';
import { addCard } from '../src/board/operations.ts';
import { newCardElement, updateCardElement } from './card-view.ts';
import { openColumnMenu } from './column-menu.ts';
import { arrange, element, fitHeight, icon, iconButton, setAttribute } from './dom.ts';
import { matches } from './filter.ts';
import { newId } from './ids.ts';
import { renameColumn } from './rename-column.ts';
import type { Ui } from './ui.ts';

export interface ColumnView {
  readonly element: HTMLElement;
  update(column: Column): void;
}

export function columnView(id: string, ui: Ui): ColumnView {
  let column: Column;
  const cards = new Map<string, HTMLElement>();
  const dot = element('span', { class: 'dot', 'aria-hidden': 'true' });
  const title = element('button', {
    type: 'button',
    class: 'column-title',
    onclick: () => renameColumn(title, column, ui),
  });
  const count = element('span', { class: 'count' });
  const more = iconButton('more', 'Column menu', () => openColumnMenu(more, column, ui));
  const list = element('ol', { class: 'cards' });
  const add = element(
    'button',
    { type: 'button', class: 'add-card', 'data-add': id, onclick: () => compose(id, ui) },
    icon('add'),
    'Add card',
  );
  const composer = element('div', { class: 'composer', hidden: true });
  const view = element(
    'section',
    { class: 'column', 'data-column': id },
    element('header', { class: 'column-head' }, dot, title, count, more),
    list,
    composer,
    add,
  );

  return {
    element: view,
    update(next) {
      column = next;
      const all = cardsIn(ui.store.board, id);
      const visible = all.filter((card) => matches(card, ui.filter) || card.id === ui.editing);
      const isFull = column.limit !== undefined && all.length >= column.limit;
      const isOver = column.limit !== undefined && all.length > column.limit;
      setAttribute(view, 'aria-label', column.title);
      setAttribute(view, 'data-color', column.color ?? 'gray');
      title.textContent = column.title;
      setAttribute(title, 'disabled', ui.store.isReadOnly);
      count.textContent = column.limit === undefined ? String(all.length) : `${all.length} / ${column.limit}`;
      setAttribute(count, 'data-state', isOver ? 'over' : isFull ? 'full' : undefined);
      setAttribute(count, 'title', isOver ? 'More cards than the limit of this column' : undefined);
      setAttribute(
        list,
        'aria-label',
        `${column.title}, ${all.length} ${all.length === 1 ? 'card' : 'cards'}`,
      );
      more.hidden = ui.store.isReadOnly;
      const wanted = visible.map((card, index) => {
        const shown = cards.get(card.id) ?? newCardElement(card.id);
        cards.set(card.id, shown);
        updateCardElement(shown, card, `${index + 1} of ${visible.length} in ${column.title}`, ui);
        return shown;
      });
      const present = new Set(all.map((card) => card.id));
      for (const known of cards.keys()) if (!present.has(known)) cards.delete(known);
      arrange(list, wanted);
      list.classList.toggle('is-empty', wanted.length === 0);
      setAttribute(
        list,
        'data-empty',
        all.length > 0 ? 'Nothing matches' : ui.store.isReadOnly ? 'No cards' : '',
      );
      showComposer(composer, column, ui);
      add.hidden = ui.store.isReadOnly || ui.composing === id;
    },
  };
}

export function compose(column: string, ui: Ui): void {
  if (ui.store.isReadOnly) return;
  if (ui.store.board.cards.length >= boardLimits.cards) {
    ui.toast(`The board is full: it has ${boardLimits.cards} cards.`);
    return;
  }
  ui.composing = column;
  ui.render();
}

function showComposer(composer: HTMLElement, column: Column, ui: Ui): void {
  const isOpen = ui.composing === column.id;
  if (composer.hidden !== isOpen) return;
  composer.hidden = !isOpen;
  if (!isOpen) {
    composer.replaceChildren();
    return;
  }
  const leave = () => {
    if (ui.composing !== column.id) return;
    ui.composing = undefined;
    ui.render();
  };
  const write = (): string | undefined => {
    const title = field.value.replaceAll(/\s+/g, ' ').trim();
    if (title === '') return undefined;
    const id = newId('card');
    field.value = '';
    fitHeight(field);
    ui.store.change(`adding “${title}”`, (board) => addCard(board, column.id, { id, title }));
    ui.announce(`Added “${title}” to ${column.title}.`);
    ui.root.querySelector(`[data-card="${id}"]`)?.scrollIntoView({ block: 'nearest' });
    return id;
  };
  const field = element('textarea', {
    class: 'field',
    rows: 1,
    maxlength: boardLimits.title,
    placeholder: 'What needs to be done?',
    'aria-label': `New card in ${column.title}`,
    oninput: () => fitHeight(field),
    onkeydown: (event: KeyboardEvent) => {
      event.stopPropagation();
      if (event.key === 'Escape') {
        leave();
        ui.root.querySelector<HTMLElement>(`[data-add="${CSS.escape(column.id)}"]`)?.focus();
      } else if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
        event.preventDefault();
        write();
      }
    },
    onfocusout: (event: FocusEvent) => {
      const next = event.relatedTarget;
      if (next instanceof Node && composer.contains(next)) return;
      write();
      // Not while the field itself is being taken out by a render.
      queueMicrotask(leave);
    },
  });
  const confirm = element(
    'button',
    {
      type: 'button',
      class: 'button primary',
      onclick: () => {
        write();
        field.focus();
      },
    },
    'Add',
  );
  const cancel = iconButton('close', 'Cancel', () => {
    field.value = '';
    leave();
  });
  composer.replaceChildren(field, element('div', { class: 'editor-actions' }, confirm, cancel));
  requestAnimationFrame(() => {
    field.focus();
    composer.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
}
