import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { boardSchema } from './board-schema.ts';
import { contextOf, emptyBoard } from './board.ts';
import { threeColumns, work } from './boards.testkit.ts';
import { readBoard } from './read-board.ts';

test('what was written is read as it was', () => {
  fc.assert(
    fc.property(work, (worked) => {
      const board = worked({ ...threeColumns, later: { version: 2 } });
      const context = JSON.parse(JSON.stringify(contextOf(board)));
      expect(boardSchema.safeParse(context).error).toBeUndefined();
      const { progress, ...read } = readBoard(context);
      expect(read).toEqual(JSON.parse(JSON.stringify(board)));
      expect(progress).toBeDefined();
    }),
  );
});

test('whatever stands in a context, reading gives a board', () => {
  const anything = fc.oneof(
    fc.jsonValue(),
    fc.record({
      columns: fc.array(
        fc.oneof(
          fc.jsonValue(),
          fc.record({ id: fc.jsonValue(), title: fc.jsonValue(), limit: fc.jsonValue() }),
        ),
      ),
      cards: fc.array(
        fc.oneof(
          fc.jsonValue(),
          fc.record({
            id: fc.constantFrom('a', 'b', 1),
            column: fc.jsonValue(),
            order: fc.jsonValue(),
            labels: fc.jsonValue(),
            due: fc.jsonValue(),
          }),
        ),
      ),
    }),
  );
  fc.assert(
    fc.property(anything, (context) => {
      const board = readBoard(context);
      const columns = board.columns.map(({ id }) => id);
      expect(new Set(columns).size).toBe(columns.length);
      expect(new Set(board.cards.map(({ id }) => id)).size).toBe(board.cards.length);
      for (const card of board.cards) {
        expect(columns).toContain(card.column);
        expect([typeof card.title, Number.isFinite(card.order)]).toEqual(['string', true]);
      }
    }),
  );
});

test('what a person or a model wrote carelessly is mended', () => {
  expect(
    readBoard({
      cards: [{ title: 'One' }, { title: ' Two ', labels: ['x', 'x', 7, ''], due: 'soon', done: 'yes' }],
    }),
  ).toEqual({
    columns: [{ id: 'cards', title: 'Cards' }],
    cards: [
      { id: 'card-1', column: 'cards', order: 0, title: 'One' },
      { id: 'card-2', column: 'cards', order: 1, title: 'Two', labels: ['x'] },
    ],
  });
  const twice = readBoard({
    columns: [{ id: 'c' }],
    cards: [{ id: 'a' }, { id: 'a' }, { id: 'a-2' }, { id: 'a' }],
  });
  expect(twice.cards.map(({ id }) => id)).toEqual(['a', 'a-2', 'a-2-2', 'a-3']);
  expect(readBoard(null)).toBe(emptyBoard);
  expect(readBoard([])).toBe(emptyBoard);
});
