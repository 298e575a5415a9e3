import { expect, test } from 'vitest';
import { emptyBoard, type Board } from '../board/board.ts';
import { threeColumns } from '../board/boards.testkit.ts';
import { thumbnailOf } from './thumbnail.ts';

test('a thumbnail is a small picture that shows the board', () => {
  const full = thumbnailOf(threeColumns);
  const none = thumbnailOf(emptyBoard);
  const sizeOf = (png: Uint8Array) => [16, 20].map((at) => Buffer.from(png).readUInt32BE(at));
  expect([sizeOf(full), sizeOf(none)]).toEqual([
    [480, 270],
    [480, 270],
  ]);
  expect(Buffer.from(full).equals(none)).toBe(false);
  const crowded: Board = {
    columns: Array.from({ length: 50 }, (_, index) => ({
      id: `c${index}`,
      title: 'x',
      color: 'constructor',
    })),
    cards: Array.from({ length: 500 }, (_, index) => ({
      id: `k${index}`,
      column: `c${index % 5}`,
      order: index,
      title: 'x'.repeat(400),
      text: 'y',
      labels: ['a', 'b', 'c', 'd'],
    })),
  };
  expect(thumbnailOf(crowded).length).toBeLessThan(64 * 1024);
});
