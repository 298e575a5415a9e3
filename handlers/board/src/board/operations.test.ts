import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cardsIn, type Board } from './board.ts';
import { threeColumns, work } from './boards.testkit.ts';
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

const ids = (board: Board, column: string) => cardsIn(board, column).map(({ id }) => id);

test('a card goes exactly where it is put, and no other changes its place', () => {
  fc.assert(
    fc.property(
      work,
      fc.constantFrom('a', 'b', 'c', 'd'),
      fc.constantFrom('todo', 'doing', 'done'),
      fc.nat(7),
      (worked, id, column, at) => {
        const before = worked(threeColumns);
        const after = moveCard(before, id, column, at);
        const isThere = before.cards.some((card) => card.id === id && card.archived !== true);
        if (!isThere || !before.columns.some((one) => one.id === column)) return;
        for (const one of before.columns) {
          const others = ids(before, one.id).filter((other) => other !== id);
          const wanted = one.id === column ? others.toSpliced(Math.min(at, others.length), 0, id) : others;
          expect(ids(after, one.id)).toEqual(wanted);
        }
      },
    ),
  );
});

test('whatever is done, every card is in a column that is there, once', () => {
  fc.assert(
    fc.property(work, (worked) => {
      const board = worked(threeColumns);
      const columns = new Set(board.columns.map(({ id }) => id));
      expect(board.cards.every((card) => columns.has(card.column) && Number.isFinite(card.order))).toBe(true);
      expect(new Set(board.cards.map(({ id }) => id)).size).toBe(board.cards.length);
    }),
  );
});

test('between two cards there is always room', () => {
  let board = threeColumns;
  for (let turn = 0; turn < 300; turn += 1) board = moveCard(board, turn % 2 === 0 ? 'c' : 'b', 'todo', 1);
  expect(ids(board, 'todo')).toEqual(['a', 'b', 'c']);
  const huge = { ...threeColumns, cards: threeColumns.cards.map((card) => ({ ...card, order: 1e300 })) };
  expect(ids(moveCard(huge, 'a', 'todo', 1), 'todo')).toEqual(['b', 'a', 'c']);
  expect(ids(addCard(huge, 'todo', { id: 'z', title: 'Z' }), 'todo')).toEqual(['a', 'b', 'c', 'z']);
});

test('a move changes the card that is moved and nothing else', () => {
  const after = moveCard(threeColumns, 'c', 'todo', 1);
  expect(after.cards.filter((card, index) => card !== threeColumns.cards[index]).map(({ id }) => id)).toEqual(
    ['c'],
  );
  expect(ids(after, 'todo')).toEqual(['a', 'c', 'b']);
});

test('cards are added at the end unless told, once, and only where there is a column', () => {
  expect(ids(addCard(threeColumns, 'todo', { id: 'n', title: 'N' }), 'todo')).toEqual(['a', 'b', 'c', 'n']);
  expect(ids(addCard(threeColumns, 'todo', { id: 'n', title: 'N' }, 0), 'todo')).toEqual([
    'n',
    'a',
    'b',
    'c',
  ]);
  expect(ids(addCard(threeColumns, 'doing', { id: 'n', title: 'N' }, 5), 'doing')).toEqual(['n']);
  expect(addCard(threeColumns, 'todo', { id: 'a', title: 'Again' })).toBe(threeColumns);
  expect(addCard(threeColumns, 'nowhere', { id: 'n', title: 'N' })).toBe(threeColumns);
});

test('fields are changed, and taken away with undefined', () => {
  const dated = updateCard(threeColumns, 'a', { due: '2026-11-16', labels: ['x'] });
  expect(dated.cards[0]).toEqual({ ...threeColumns.cards[0], due: '2026-11-16', labels: ['x'] });
  expect(updateCard(dated, 'a', { due: undefined, labels: undefined }).cards[0]).toEqual(
    threeColumns.cards[0],
  );
  expect(updateColumn(threeColumns, 'doing', { limit: undefined }).columns[1]).toEqual({
    id: 'doing',
    title: 'Doing',
  });
});

test('columns are added, moved, and removed with their cards', () => {
  const names = (board: Board) => board.columns.map(({ id }) => id);
  expect(names(addColumn(threeColumns, { id: 'x', title: 'X' }, 1))).toEqual(['todo', 'x', 'doing', 'done']);
  expect(names(moveColumn(threeColumns, 'todo', 9))).toEqual(['doing', 'done', 'todo']);
  expect(moveColumn(threeColumns, 'todo', -1)).toBe(threeColumns);
  const without = removeColumn(threeColumns, 'todo');
  expect(names(without)).toEqual(['doing', 'done']);
  expect(without.cards.map(({ id }) => id)).toEqual(['d']);
});

test('what is done is put away: by its mark or by its column', () => {
  const board = updateCard(threeColumns, 'b', { done: true });
  const after = archiveDone(board);
  expect(after.cards.filter((card) => card.archived === true).map(({ id }) => id)).toEqual(['b', 'd']);
  expect(ids(after, 'todo')).toEqual(['a', 'c']);
  expect(archiveDone(after)).toBe(after);
});

test('what names nothing changes nothing', () => {
  const same: readonly ((board: Board) => Board)[] = [
    (board) => moveCard(board, 'nobody', 'todo', 0),
    (board) => moveCard(board, 'a', 'nowhere', 0),
    (board) => moveCard(board, 'a', 'todo', 0),
    (board) => updateCard(board, 'nobody', { title: 'x' }),
    (board) => removeCard(board, 'nobody'),
    (board) => updateColumn(board, 'nowhere', { title: 'x' }),
    (board) => removeColumn(board, 'nowhere'),
    (board) => addColumn(board, { id: 'todo', title: 'Again' }),
  ];
  expect(same.map((step) => step(threeColumns) === threeColumns)).toEqual(same.map(() => true));
});
