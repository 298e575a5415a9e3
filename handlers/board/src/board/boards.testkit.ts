import * as fc from 'fast-check';
import type { Board } from './board.ts';
import {
  addCard,
  addColumn,
  archiveDone,
  moveCard,
  moveColumn,
  removeCard,
  removeColumn,
  updateCard,
  updateColumn,
} from './operations.ts';

export const threeColumns: Board = {
  columns: [
    { id: 'todo', title: 'To do' },
    { id: 'doing', title: 'Doing', limit: 2 },
    { id: 'done', title: 'Done', done: true },
  ],
  cards: [
    { id: 'a', column: 'todo', order: 0, title: 'A' },
    { id: 'b', column: 'todo', order: 1, title: 'B' },
    { id: 'c', column: 'todo', order: 2, title: 'C' },
    { id: 'd', column: 'done', order: 0, title: 'D' },
  ],
};

const columnId = fc.constantFrom('todo', 'doing', 'done', 'extra');
const cardId = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const index = fc.nat(6);

/** One thing that somebody may do to a board, whether or not what it names is there. */
const step: fc.Arbitrary<(board: Board) => Board> = fc.oneof(
  fc.tuple(columnId, cardId, index).map(
    ([column, id, at]) =>
      (board: Board) =>
        addCard(board, column, { id, title: id }, at),
  ),
  fc.tuple(cardId, columnId, index).map(
    ([id, column, at]) =>
      (board: Board) =>
        moveCard(board, id, column, at),
  ),
  fc.tuple(cardId, fc.constantFrom('x', 'y')).map(
    ([id, title]) =>
      (board: Board) =>
        updateCard(board, id, { title }),
  ),
  fc.tuple(cardId, fc.constantFrom(true, undefined)).map(
    ([id, done]) =>
      (board: Board) =>
        updateCard(board, id, { done }),
  ),
  cardId.map((id) => (board: Board) => removeCard(board, id)),
  fc.constant((board: Board) => addColumn(board, { id: 'extra', title: 'Extra' }, 1)),
  fc.tuple(columnId, index).map(
    ([id, at]) =>
      (board: Board) =>
        moveColumn(board, id, at),
  ),
  fc.tuple(columnId, fc.constantFrom('x', 'y')).map(
    ([id, title]) =>
      (board: Board) =>
        updateColumn(board, id, { title }),
  ),
  columnId.map((id) => (board: Board) => removeColumn(board, id)),
  fc.constant(archiveDone),
);

/** A sequence of edits by one person. */
export const work = fc
  .array(step, { maxLength: 8 })
  .map((steps) => (board: Board) => steps.reduce((now, next) => next(now), board));

/** The board as a person sees it: columns with their cards, in order, and nothing of how that is written down. */
export function seenFrom(board: Board): unknown {
  const cards = board.cards.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  return JSON.parse(JSON.stringify({ columns: board.columns, cards }));
}
