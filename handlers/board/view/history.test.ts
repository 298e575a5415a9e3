import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { seenFrom, threeColumns, work } from '../src/board/boards.testkit.ts';
import { addCard, moveCard, updateCard } from '../src/board/operations.ts';
import { noHistory, redo, remember, undo } from './history.ts';

test('undo takes everything back and redo does it again', () => {
  fc.assert(
    fc.property(fc.array(work, { minLength: 1, maxLength: 5 }), (steps) => {
      const boards = [threeColumns];
      let history = noHistory;
      for (const step of steps) {
        const before = boards.at(-1)!;
        boards.push(step(before));
        history = remember(history, { label: 'x', before, after: boards.at(-1)! });
      }
      let board = boards.at(-1)!;
      for (const expected of boards.slice(0, -1).toReversed()) {
        const there = undo(history, board)!;
        ({ history, board } = there);
        expect(seenFrom(board)).toEqual(seenFrom(expected));
      }
      expect(undo(history, board)).toBeUndefined();
      for (const expected of boards.slice(1)) {
        const there = redo(history, board)!;
        ({ history, board } = there);
        expect(seenFrom(board)).toEqual(seenFrom(expected));
      }
      expect(redo(history, board)).toBeUndefined();
    }),
  );
});

test('undo leaves what others did since', () => {
  const after = moveCard(threeColumns, 'a', 'done', 0);
  const history = remember(noHistory, { label: 'move', before: threeColumns, after });
  const others = addCard(updateCard(after, 'a', { title: 'Renamed' }), 'todo', { id: 'n', title: 'New' });
  const there = undo(history, others)!;
  expect(there.label).toBe('move');
  expect(there.board.cards.find(({ id }) => id === 'a')).toMatchObject({ column: 'todo', title: 'Renamed' });
  expect(there.board.cards.some(({ id }) => id === 'n')).toBe(true);
});

test('a new step ends what could be done again, and only so many are remembered', () => {
  const step = { label: 'x', before: threeColumns, after: threeColumns };
  let history = undo(remember(noHistory, step), threeColumns)!.history;
  expect(history.future).toHaveLength(1);
  for (let count = 0; count < 300; count += 1) history = remember(history, step);
  expect([history.past.length, history.future.length]).toEqual([200, 0]);
});
