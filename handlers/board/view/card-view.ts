import { isDone, type Board, type Card } from '../src/board/board.ts';
import { labelColor } from '../src/board/label-color.ts';
import { updateCard } from '../src/board/operations.ts';
import { cardEditor } from './card-editor.ts';
import { element, icon, setAttribute } from './dom.ts';
import { dayOf, dueText, urgencyOf } from './due.ts';
import type { Ui } from './ui.ts';

interface Shown {
  readonly key: string;
  readonly card: Card;
}
const shown = new WeakMap<HTMLElement, Shown>();

export function newCardElement(id: string): HTMLElement {
  return element('li', { class: 'card', 'data-card': id, tabindex: -1, 'aria-roledescription': 'card' });
}

export function updateCardElement(target: HTMLElement, card: Card, place: string, ui: Ui): void {
  const { board, isReadOnly } = ui.store;
  const done = isDone(board, card);
  const isEditing = ui.editing === card.id;
  const today = dayOf(new Date());
  setAttribute(target, 'tabindex', isEditing ? undefined : ui.current === card.id ? 0 : -1);
  setAttribute(target, 'aria-label', `${describe(card, board, today, ui.locale)}, ${place}`);
  target.classList.toggle('is-done', done);
  target.classList.toggle('is-editing', isEditing);
  target.classList.toggle('is-lifted', ui.lifted === card.id);
  target.classList.toggle('is-dragged', ui.dragged === card.id);
  const key = [done, isEditing, isReadOnly, today, ui.locale].join();
  const before = shown.get(target);
  // An editor holds unsaved text, so it stays whatever else changes.
  if (before?.key === key && (isEditing || looksTheSame(before.card, card))) return;
  shown.set(target, { key, card });
  target.replaceChildren(...(isEditing ? [cardEditor(card, ui)] : content(card, done, today, ui)));
}

/** A card that only moved keeps its elements: a finger that carries it holds on to one of them. */
function looksTheSame(one: Card, other: Card): boolean {
  const faces = ['title', 'text', 'labels', 'due', 'done'] as const;
  return faces.every((face) => one[face] === other[face]);
}

function content(card: Card, done: boolean, today: string, ui: Ui): Node[] {
  const check = element(
    'button',
    {
      type: 'button',
      class: 'check',
      tabindex: -1,
      disabled: ui.store.isReadOnly || (done && card.done !== true),
      'aria-label': done ? 'Done' : 'Mark as done',
      'aria-pressed': String(done),
      onclick: () => toggleDone(card, ui),
    },
    icon('check'),
  );
  const title = element('p', { class: 'card-title' }, card.title);
  const text = card.text === undefined ? undefined : element('p', { class: 'card-text' }, card.text);
  const labels = (card.labels ?? []).map((label) =>
    element('span', { class: 'label', 'data-color': labelColor(label) }, label),
  );
  const due = card.due === undefined ? [] : [dueBadge(card.due, done, today, ui.locale)];
  const foot = [...due, ...labels];
  const body = element(
    'div',
    { class: 'card-body' },
    title,
    text,
    foot.length === 0 ? undefined : element('div', { class: 'card-foot' }, ...foot),
  );
  return [check, body];
}

function dueBadge(due: string, done: boolean, today: string, locale: string | undefined): HTMLElement {
  const urgency = done ? 'later' : urgencyOf(due, today);
  return element(
    'span',
    { class: 'due', 'data-urgency': urgency },
    icon('calendar'),
    dueText(due, today, locale),
  );
}

export function toggleDone(card: Card, ui: Ui): void {
  const isNow = card.done !== true;
  const label = isNow ? `“${card.title}” done` : `“${card.title}” not done`;
  if (ui.store.change(label, (board) => updateCard(board, card.id, { done: isNow || undefined })))
    ui.announce(isNow ? 'Done.' : 'Not done.');
}

function describe(card: Card, board: Board, today: string, locale: string | undefined): string {
  return [
    card.title,
    ...(isDone(board, card) ? ['done'] : []),
    ...(card.due === undefined ? [] : [`due ${dueText(card.due, today, locale)}`]),
    ...(card.labels ?? []).map((label) => `label ${label}`),
  ].join(', ');
}
