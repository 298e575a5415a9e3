import { cardsIn, type Card } from '../src/board/board.ts';
import { moveCard } from '../src/board/operations.ts';
import { deleteCard } from './card-editor.ts';
import { toggleDone } from './card-view.ts';
import { compose } from './column-view.ts';
import { matches } from './filter.ts';
import { openShortcuts } from './shortcuts.ts';
import type { Ui } from './ui.ts';

const arrows: Readonly<Record<string, readonly [columns: number, cards: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Handles keys while the focus is on the board. Fields handle their own and stop the event. */
export function onKey(event: KeyboardEvent, ui: Ui): void {
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
  if (event.ctrlKey || event.metaKey) onCommand(event, ui);
  else if (!event.altKey && handled(event, ui)) event.preventDefault();
}

function onCommand(event: KeyboardEvent, ui: Ui): void {
  const key = event.key.toLowerCase();
  if (key !== 'z' && key !== 'y') return;
  event.preventDefault();
  if (key === 'y' || event.shiftKey) redoStep(ui);
  else undoStep(ui);
}

export function undoStep(ui: Ui): void {
  const label = ui.store.undo();
  ui.announce(label === undefined ? 'Nothing to undo.' : `Undone: ${label}.`);
}

export function redoStep(ui: Ui): void {
  const label = ui.store.redo();
  ui.announce(label === undefined ? 'Nothing to redo.' : `Redone: ${label}.`);
}

function handled(event: KeyboardEvent, ui: Ui): boolean {
  const target = event.target as HTMLElement;
  const card = cardOf(target, ui);
  if (event.key === '?') {
    openShortcuts(ui);
    return true;
  }
  if (event.key === '/') {
    ui.root.querySelector<HTMLElement>('.filter input')?.focus();
    return true;
  }
  const column =
    target.closest<HTMLElement>('[data-column]')?.dataset['column'] ?? ui.store.board.columns[0]?.id;
  if (event.key === 'n' && column !== undefined && ui.lifted === undefined) {
    compose(column, ui);
    return true;
  }
  const direction = arrows[event.key];
  if (direction !== undefined)
    return ui.lifted === undefined ? walk(target, direction, ui) : carry(direction, ui);
  if (card === undefined || target.closest('button') !== null) return false;
  return onCard(event.key, card, ui);
}

function onCard(key: string, card: Card, ui: Ui): boolean {
  if (ui.lifted !== undefined) {
    if (key === ' ' || key === 'Enter') drop(ui);
    else if (key === 'Escape') putBack(ui);
    // Anything else would act on a card that is in the air.
    return key !== 'Tab';
  }
  if (ui.store.isReadOnly) return false;
  switch (key) {
    case ' ':
      lift(card, ui);
      return true;
    case 'Enter':
    case 'e':
      ui.editing = card.id;
      ui.render();
      return true;
    case 'd':
      toggleDone(card, ui);
      return true;
    case 'Delete':
    case 'Backspace':
      deleteCard(card, ui);
      return true;
    default:
      return false;
  }
}

function cardOf(target: HTMLElement, ui: Ui): Card | undefined {
  const id = target.closest<HTMLElement>('[data-card]')?.dataset['card'];
  return ui.store.board.cards.find((card) => card.id === id);
}

/** The places of the board: the cards of each column that are shown, then its button. */
function places(ui: Ui): readonly (readonly HTMLElement[])[] {
  return [...ui.root.querySelectorAll('.column')].map((column) => [
    ...column.querySelectorAll<HTMLElement>('.card, .add-card:not([hidden])'),
  ]);
}

function walk(target: HTMLElement, [columns, cards]: readonly [number, number], ui: Ui): boolean {
  const all = places(ui);
  const place = target.closest<HTMLElement>('.card, .add-card');
  const column = all.findIndex((there) => place !== null && there.includes(place));
  if (column === -1 || place === null) return false;
  const row = (all[column] ?? []).indexOf(place);
  if (columns === 0) return focus(all[column]?.[row + cards], ui);
  for (let next = column + columns; next >= 0 && next < all.length; next += columns) {
    const there = all[next] ?? [];
    if (there.length > 0) return focus(there[Math.min(row, there.length - 1)], ui);
  }
  return true;
}

function focus(place: HTMLElement | undefined, ui: Ui): boolean {
  const card = place?.dataset['card'];
  if (card !== undefined) ui.focusCard(card);
  else place?.focus();
  return true;
}

function lift(card: Card, ui: Ui): void {
  ui.lifted = card.id;
  ui.render();
  ui.announce(
    `Lifted “${card.title}”. Move it with the arrow keys, drop it with Space, put it back with Escape.`,
  );
}

/** While it is carried, only the preview changes: the drop is the one step that can be undone. */
function carry([columns, cards]: readonly [number, number], ui: Ui): boolean {
  const { lifted, store } = ui;
  const card = store.board.cards.find(({ id }) => id === lifted);
  if (card === undefined) return true;
  const at = store.board.columns.findIndex(({ id }) => id === card.column);
  const target = store.board.columns[at + columns];
  if (target === undefined) return true;
  const all = cardsIn(store.board, card.column);
  const row = all.findIndex(({ id }) => id === card.id);
  const index = cards === 0 ? row : pastHidden(all, row + cards, cards, ui.filter);
  if (index < 0) return true;
  store.preview(moveCard(store.board, card.id, target.id, index));
  ui.focusCard(card.id);
  const now = cardsIn(store.board, target.id);
  ui.announce(`${target.title}, ${now.findIndex(({ id }) => id === card.id) + 1} of ${now.length}.`);
  return true;
}

/** Past what the filter hides, in one step. */
function pastHidden(all: readonly Card[], from: number, step: number, filter: string): number {
  const card = all[from];
  return card === undefined || matches(card, filter) ? from : pastHidden(all, from + step, step, filter);
}

function drop(ui: Ui): void {
  const { lifted, store } = ui;
  if (lifted === undefined) return;
  ui.lifted = undefined;
  const card = store.board.cards.find(({ id }) => id === lifted);
  const title = store.board.columns.find(({ id }) => id === card?.column)?.title ?? '';
  store.settle(`moving “${card?.title ?? ''}”`);
  ui.render();
  ui.focusCard(lifted);
  ui.announce(`Dropped “${card?.title ?? ''}” in ${title}.`);
}

export function putBack(ui: Ui): void {
  const { lifted, store } = ui;
  if (lifted === undefined) return;
  ui.lifted = undefined;
  store.putBack();
  ui.render();
  ui.focusCard(lifted);
  ui.announce('Put back.');
}
