import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Board } from './board.ts';
import { seenFrom, threeColumns, work } from './boards.testkit.ts';
import { merge } from './merge.ts';
import {
  addCard,
  addColumn,
  moveCard,
  moveColumn,
  removeCard,
  removeColumn,
  updateCard,
} from './operations.ts';

const base = threeColumns;
const merged = (ours: Board, theirs: Board) => merge(base, ours, theirs);

test('what only one side did is the result', () => {
  fc.assert(
    fc.property(work, (worked) => {
      const changed = worked(base);
      expect(seenFrom(merged(changed, base).board)).toEqual(seenFrom(changed));
      expect(seenFrom(merged(base, changed).board)).toEqual(seenFrom(changed));
      expect(merged(changed, changed)).toMatchObject({ contested: 0 });
      expect(seenFrom(merged(changed, changed).board)).toEqual(seenFrom(changed));
    }),
  );
});

test('whatever two did, the result is a board: each thing once, no card without a column', () => {
  fc.assert(
    fc.property(work, work, (one, other) => {
      const { board } = merged(one(base), other(base));
      const columns = board.columns.map(({ id }) => id);
      const cards = board.cards.map(({ id }) => id);
      expect(new Set(columns).size).toBe(columns.length);
      expect(new Set(cards).size).toBe(cards.length);
      expect(board.cards.filter((card) => !columns.includes(card.column))).toEqual([]);
    }),
  );
});

test('different changes are both there', () => {
  const ours = addCard(moveCard(base, 'a', 'doing', 0), 'todo', { id: 'n', title: 'Ours' });
  const theirs = addCard(updateCard(base, 'a', { title: 'Theirs' }), 'done', { id: 'm', title: 'Theirs' });
  const { board, contested } = merged(ours, theirs);
  expect(contested).toBe(0);
  expect(board.cards.find(({ id }) => id === 'a')).toMatchObject({ column: 'doing', title: 'Theirs' });
  expect(board.cards.map(({ id }) => id).toSorted()).toEqual(['a', 'b', 'c', 'd', 'm', 'n']);
});

test('where both changed the same, ours is kept and counted', () => {
  const { board, contested } = merged(
    updateCard(base, 'a', { title: 'Ours', due: '2026-01-01' }),
    updateCard(base, 'a', { title: 'Theirs', due: '2026-01-01' }),
  );
  expect(contested).toBe(1);
  expect(board.cards[0]?.title).toBe('Ours');
});

test('what is removed is gone, unless the other side worked on it', () => {
  expect(merged(removeCard(base, 'a'), base).board.cards.map(({ id }) => id)).toEqual(['b', 'c', 'd']);
  expect(merged(base, removeCard(base, 'a')).board.cards.map(({ id }) => id)).toEqual(['b', 'c', 'd']);
  const kept = merged(removeCard(base, 'a'), updateCard(base, 'a', { text: 'news' })).board;
  expect(kept.cards.find(({ id }) => id === 'a')?.text).toBe('news');
});

test('a card that was put into a column which the other side removed brings the column back', () => {
  const { board } = merged(moveCard(base, 'd', 'doing', 0), removeColumn(base, 'doing'));
  expect(board.columns.map(({ id }) => id)).toEqual(['todo', 'done', 'doing']);
});

test('columns: an order that one side changed holds, and new ones stand where they were put', () => {
  const ours = moveColumn(base, 'done', 0);
  const theirs = addColumn(base, { id: 'review', title: 'Review' }, 2);
  const order = (board: Board) => board.columns.map(({ id }) => id);
  expect(order(merged(ours, theirs).board)).toEqual(['done', 'todo', 'doing', 'review']);
  expect(order(merged(theirs, ours).board)).toEqual(['done', 'todo', 'doing', 'review']);
});

test('what this version does not know is merged too', () => {
  const { board } = merge({ ...base, theme: 'x' }, { ...base, theme: 'x', mine: 1 }, { ...base, theme: 'y' });
  expect(board).toMatchObject({ theme: 'y', mine: 1 });
});
