import { boardLimits, isDone } from '../src/board/board.ts';
import { addColumn } from '../src/board/operations.ts';
import { columnView, type ColumnView } from './column-view.ts';
import { BoardStore, type ChangedBy } from './board-store.ts';
import { arrange, element, icon } from './dom.ts';
import { enableDragging } from './drag.ts';
import { newId } from './ids.ts';
import { onKey, putBack } from './keyboard.ts';
import { renameColumn } from './rename-column.ts';
import { toolbar, type Toolbar } from './toolbar.ts';
import type { Ui } from './ui.ts';
import type { Board } from '../src/board/board.ts';

const toastLife = 7_000;

export interface BoardView extends Ui {
  readonly toolbar: Toolbar;
}

/** The whole page. `onChange` is told what the user made of the board. */
export function boardView(root: HTMLElement, onChange: (board: Board) => void, retry: () => void): BoardView {
  const columns = new Map<string, ColumnView>();
  const live = element('div', { class: 'visually-hidden', 'aria-live': 'polite' });
  const toasts = element('div', { class: 'toasts', role: 'status' });
  let toastTimer: number | undefined;

  const store = new BoardStore((board: Board, by: ChangedBy) => {
    if (by === 'us') onChange(board);
    ui.render();
  });

  const ui: Ui = {
    store,
    root,
    filter: '',
    locale: undefined,
    current: undefined,
    editing: undefined,
    composing: undefined,
    lifted: undefined,
    dragged: undefined,
    render() {
      const { board } = store;
      if (!board.cards.some((card) => card.id === ui.current && card.archived !== true))
        ui.current = firstCard(board);
      for (const id of columns.keys())
        if (!board.columns.some((column) => column.id === id)) columns.delete(id);
      const shown = board.columns.map((column) => {
        const view = columns.get(column.id) ?? columnView(column.id, ui);
        columns.set(column.id, view);
        view.update(column);
        return view.element;
      });
      const isFull = board.columns.length >= boardLimits.columns;
      arrange(lanes, [...shown, ...(store.isReadOnly || isFull || shown.length === 0 ? [] : [addLane])]);
      empty.hidden = shown.length > 0;
      lanes.hidden = shown.length === 0;
      emptyText.textContent = store.isReadOnly
        ? 'This board is empty.'
        : 'This board has no columns yet. Start with these, or add your own.';
      start.hidden = store.isReadOnly;
      root.classList.toggle('is-read-only', store.isReadOnly);
      bar.update();
      showArchived(board);
    },
    focusCard(id) {
      if (id === undefined) return;
      ui.current = id;
      ui.render();
      const card = lanes.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`);
      card?.focus({ preventScroll: true });
      card?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    },
    announce(text) {
      live.textContent = '';
      // The same words twice are only said again when they were gone in between.
      requestAnimationFrame(() => {
        live.textContent = text;
      });
    },
    toast(text, action) {
      clearTimeout(toastTimer);
      const close = () => toasts.replaceChildren();
      const button =
        action === undefined
          ? undefined
          : element(
              'button',
              {
                type: 'button',
                class: 'toast-action',
                onclick: () => {
                  close();
                  action.run();
                },
              },
              action.label,
            );
      toasts.replaceChildren(element('div', { class: 'toast' }, element('span', {}, text), button));
      toastTimer = window.setTimeout(close, toastLife);
    },
  };

  const bar = toolbar(ui, retry);
  const lanes = element('div', {
    class: 'lanes',
    onclick: (event: MouseEvent) => {
      const target = event.target as HTMLElement;
      const card = target.closest<HTMLElement>('.card')?.dataset['card'];
      if (card === undefined || target.closest('button, .editor') !== null) return;
      ui.current = card;
      if (!store.isReadOnly) ui.editing = card;
      ui.render();
    },
    onfocusin: (event: FocusEvent) => {
      const card = (event.target as HTMLElement).closest<HTMLElement>('.card')?.dataset['card'];
      if (card === undefined || card === ui.current) return;
      ui.current = card;
      ui.render();
    },
    onfocusout: (event: FocusEvent) => {
      const next = event.relatedTarget;
      if (ui.lifted !== undefined && next instanceof Node && !lanes.contains(next)) putBack(ui);
    },
  });
  const addLane = element(
    'button',
    { type: 'button', class: 'add-column', onclick: () => addNew('New column') },
    icon('add'),
    'Add column',
  );
  const emptyText = element('p', {});
  const start = element(
    'div',
    { class: 'empty-actions' },
    element(
      'button',
      { type: 'button', class: 'button primary', onclick: () => startWithThree() },
      'To do, In progress, Done',
    ),
    element('button', { type: 'button', class: 'button', onclick: () => addNew('New column') }, 'One column'),
  );
  const empty = element(
    'div',
    { class: 'empty', hidden: true },
    element('div', { class: 'empty-art', 'aria-hidden': 'true' }, element('i'), element('i'), element('i')),
    emptyText,
    start,
  );
  const archived = element('div', { class: 'archived', hidden: true });

  function showArchived(board: Board): void {
    const count = board.cards.filter((card) => card.archived === true).length;
    archived.hidden = count === 0;
    if (count === 0 || archived.dataset['count'] === `${count} ${store.isReadOnly}`) return;
    archived.dataset['count'] = `${count} ${store.isReadOnly}`;
    const bringBack = element(
      'button',
      { type: 'button', class: 'link', onclick: () => restoreArchived() },
      'Restore',
    );
    archived.replaceChildren(
      icon('archive'),
      `${count} archived ${count === 1 ? 'card' : 'cards'}`,
      ...(store.isReadOnly ? [] : [bringBack]),
    );
  }

  function restoreArchived(): void {
    store.change('restoring archived cards', (board) => ({
      ...board,
      cards: board.cards.map((card) => {
        if (card.archived !== true) return card;
        const { archived: _archived, ...rest } = card;
        return rest as typeof card;
      }),
    }));
    ui.announce('Restored the archived cards.');
  }

  function addNew(title: string): void {
    const id = newId('column');
    store.change('adding a column', (board) => addColumn(board, { id, title }));
    const column = store.board.columns.find((one) => one.id === id);
    const shown = lanes.querySelector<HTMLElement>(`[data-column="${id}"]`);
    const name = shown?.querySelector<HTMLElement>('.column-title');
    if (column === undefined || !name) return;
    shown?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
    renameColumn(name, column, ui);
  }

  function startWithThree(): void {
    store.change('adding the first columns', (board) =>
      [
        { id: newId('column'), title: 'To do' },
        { id: newId('column'), title: 'In progress', color: 'blue' },
        { id: newId('column'), title: 'Done', color: 'green', done: true },
      ].reduce((now, column) => addColumn(now, column), board),
    );
    lanes.querySelector<HTMLElement>('.add-card')?.focus();
  }

  root.replaceChildren(bar.element, lanes, empty, archived, live, toasts);
  root.addEventListener('keydown', (event) => onKey(event, ui));
  enableDragging(lanes, ui);
  return Object.assign(ui, { toolbar: bar });
}

/** The card that the Tab key enters: the first one that isn't done. */
function firstCard(board: Board): string | undefined {
  const shown = board.cards.filter((card) => card.archived !== true);
  const place = (column: string) => board.columns.findIndex(({ id }) => id === column);
  const ordered = shown.toSorted(
    (one, other) => place(one.column) - place(other.column) || one.order - other.order,
  );
  return (ordered.find((card) => !isDone(board, card)) ?? ordered[0])?.id;
}
