import { expect, test } from 'vitest';
import { cardsIn, type Board } from '../src/board/board.ts';
import { threeColumns } from '../src/board/boards.testkit.ts';
import { addCard, moveCard, removeCard } from '../src/board/operations.ts';
import { Desk } from './desk.ts';

function deskWith(board: Board) {
  const told: string[] = [];
  const desk = new Desk((_board, by) => void told.push(by));
  desk.isReadOnly = false;
  desk.receive(board);
  told.length = 0;
  return { desk, told };
}

const todo = (board: Board) => cardsIn(board, 'todo').map(({ id }) => id);

test('only what is different is a step', () => {
  const { desk, told } = deskWith(threeColumns);
  expect(desk.change('nothing', (board) => board)).toBe(false);
  expect(desk.canUndo).toBe(false);
  expect(desk.change('move', (board) => moveCard(board, 'a', 'todo', 2))).toBe(true);
  expect(todo(desk.board)).toEqual(['b', 'c', 'a']);
  expect(desk.undo()).toBe('move');
  expect(todo(desk.board)).toEqual(['a', 'b', 'c']);
  expect(desk.redo()).toBe('move');
  expect(told).toEqual(['us', 'us', 'us']);
});

test('what is carried around is one step, or none', () => {
  const { desk, told } = deskWith(threeColumns);
  desk.preview(moveCard(desk.board, 'a', 'todo', 1));
  desk.preview(moveCard(desk.board, 'a', 'todo', 2));
  expect(told).toEqual(['nobody', 'nobody']);
  desk.settle('move');
  expect(told.at(-1)).toBe('us');
  desk.undo();
  expect(todo(desk.board)).toEqual(['a', 'b', 'c']);
  expect(desk.canUndo).toBe(false);
  desk.preview(moveCard(desk.board, 'a', 'done', 0));
  desk.putBack();
  expect(todo(desk.board)).toEqual(['a', 'b', 'c']);
  expect(desk.canUndo).toBe(false);
});

test('what others do while a card is carried stays when it is dropped, put back, or undone', () => {
  for (const end of ['drop', 'put back'] as const) {
    const { desk } = deskWith(threeColumns);
    desk.preview(moveCard(desk.board, 'a', 'todo', 2));
    desk.receive(addCard(threeColumns, 'todo', { id: 'n', title: 'New' }));
    expect(todo(desk.board)).toContain('n');
    if (end === 'drop') desk.settle('move');
    else desk.putBack();
    if (end === 'drop') desk.undo();
    expect(todo(desk.board)).toEqual(['a', 'b', 'c', 'n']);
  }
});

test('a board that cannot be saved cannot be changed', () => {
  const { desk, told } = deskWith(threeColumns);
  desk.change('move', (board) => removeCard(board, 'a'));
  desk.isReadOnly = true;
  const before = desk.board;
  desk.change('move', (board) => removeCard(board, 'b'));
  desk.preview(removeCard(before, 'b'));
  expect(desk.undo()).toBeUndefined();
  expect(desk.board).toBe(before);
  expect([desk.canUndo, told.length]).toEqual([false, 1]);
});
