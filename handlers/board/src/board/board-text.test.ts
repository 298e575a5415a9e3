import { expect, test } from 'vitest';
import { listingOf, summaryOf, textOf } from './board-text.ts';
import { emptyBoard, progressOf } from './board.ts';
import { threeColumns } from './boards.testkit.ts';
import { updateCard } from './operations.ts';

const board = updateCard(
  updateCard(updateCard(threeColumns, 'a', { text: 'Ask Ana', labels: ['press'], due: '2026-11-01' }), 'b', {
    archived: true,
  }),
  'd',
  { due: '2026-11-01' },
);

test('search finds titles, texts and labels, also of what was put away', () => {
  expect(textOf(board)).toBe('To do\nA\nAsk Ana\n#press\nC\n\nDoing\n\nDone\nD\n\nB');
  expect(textOf(emptyBoard)).toBe('');
});

test('a summary counts what is shown, what is done and what is late', () => {
  expect(summaryOf(board, '2026-11-02')).toBe('3 cards, 1 done: To do 2, Doing 0, Done 1. 1 overdue.');
  expect(summaryOf(board, '2026-11-01')).toBe('3 cards, 1 done: To do 2, Doing 0, Done 1.');
  expect(summaryOf(emptyBoard, '2026-11-01')).toBe('The board has no cards yet.');
  expect(progressOf(board)).toEqual({ done: 1, total: 3 });
});

test('a model gets the ids it needs', () => {
  expect(listingOf(board)).toBe(
    '## To do (id todo)\n- A (id a, due 2026-11-01, #press)\n  Ask Ana\n- C (id c)\n\n' +
      '## Doing (id doing, limit 2)\n- no cards\n\n## Done (id done, done)\n- D (id d, due 2026-11-01)',
  );
  expect(listingOf(emptyBoard)).toBe('The board is empty.');
});
