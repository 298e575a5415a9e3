import { expect, test } from 'vitest';
import { cardsIn, type Board } from '../src/board/board.ts';
import { threeColumns } from '../src/board/boards.testkit.ts';
import { addCard, moveCard, removeCard } from '../src/board/operations.ts';
import { BoardStore } from './board-store.ts';

function deskWith(board: Board) {
  const told: string[] = [];
  const store = new BoardStore((_board, by) => void told.push(by));
  store.isReadOnly = false;
  store.receive(board);
  told.length = 0;
  return { store, told };
}

const todo = (board: Board) => cardsIn(board, 'todo').map(({ id }) => id);

test('only what is different is a step', () => {
  const { store, told } = deskWith(threeColumns);
  expect(store.change('nothing', (board) => board)).toBe(false);
  expect(store.canUndo).toBe(false);
  expect(store.change('move', (board) => moveCard(board, 'a', 'todo', 2))).toBe(true);
  expect(todo(store.board)).toEqual(['b', 'c', 'a']);
  expect(store.undo()).toBe('move');
  expect(todo(store.board)).toEqual(['a', 'b', 'c']);
  expect(store.redo()).toBe('move');
  expect(told).toEqual(['us', 'us', 'us']);
});

test('what is carried around is one step, or none', () => {
  const { store, told } = deskWith(threeColumns);
  store.preview(moveCard(store.board, 'a', 'todo', 1));
  store.preview(moveCard(store.board, 'a', 'todo', 2));
  expect(told).toEqual(['nobody', 'nobody']);
  store.settle('move');
  expect(told.at(-1)).toBe('us');
  store.undo();
  expect(todo(store.board)).toEqual(['a', 'b', 'c']);
  expect(store.canUndo).toBe(false);
  store.preview(moveCard(store.board, 'a', 'done', 0));
  store.putBack();
  expect(todo(store.board)).toEqual(['a', 'b', 'c']);
  expect(store.canUndo).toBe(false);
});

test('what others do while a card is carried stays when it is dropped, put back, or undone', () => {
  for (const end of ['drop', 'put back'] as const) {
    const { store } = deskWith(threeColumns);
    store.preview(moveCard(store.board, 'a', 'todo', 2));
    store.receive(addCard(threeColumns, 'todo', { id: 'n', title: 'New' }));
    expect(todo(store.board)).toContain('n');
    if (end === 'drop') store.settle('move');
    else store.putBack();
    if (end === 'drop') store.undo();
    expect(todo(store.board)).toEqual(['a', 'b', 'c', 'n']);
  }
});

test('a board that cannot be saved cannot be changed', () => {
  const { store, told } = deskWith(threeColumns);
  store.change('move', (board) => removeCard(board, 'a'));
  store.isReadOnly = true;
  const before = store.board;
  store.change('move', (board) => removeCard(board, 'b'));
  store.preview(removeCard(before, 'b'));
  expect(store.undo()).toBeUndefined();
  expect(store.board).toBe(before);
  expect([store.canUndo, told.length]).toEqual([false, 1]);
});
