import { Canvas, encodePng, type Color } from '@loggia/kit';
import { cardsIn, isDone, type Board, type ColumnColor } from '../board/board.ts';
import { labelColor } from '../board/label-color.ts';

const width = 480;
const height = 270;
const margin = 20;
const gap = 12;
const mostColumns = 6;

// Grays that show through, so that the picture suits a light page and a dark one.
const lane: Color = [128, 130, 140, 0.14];
const paper: Color = [160, 162, 172, 0.22];
const line: Color = [128, 130, 140, 0.6];
const doneLine: Color = [64, 160, 104, 0.6];

const colors: Readonly<Record<ColumnColor, Color>> = {
  gray: [139, 144, 156],
  blue: [66, 118, 222],
  green: [47, 143, 94],
  amber: [201, 138, 18],
  red: [210, 70, 66],
  violet: [124, 92, 214],
  pink: [203, 74, 143],
  teal: [26, 143, 151],
};

/** The board from afar: its columns, their cards, a line for each title. */
export function thumbnailOf(board: Board): Uint8Array {
  const canvas = new Canvas(width, height);
  const columns = board.columns.slice(0, mostColumns);
  const space = width - 2 * margin + gap;
  // A column takes at most a third of the picture, so that a board with two columns still looks like one.
  const step = space / Math.max(3, columns.length);
  columns.forEach((column, index) => {
    const left = margin + index * step;
    const wide = step - gap;
    canvas.fill(left, margin, wide, height - 2 * margin, 8, lane);
    canvas.fill(left + 8, margin + 9, wide * 0.4, 6, 3, colorOf(column.color));
    let top = margin + 24;
    for (const card of cardsIn(board, column.id)) {
      const tall = card.text === undefined ? 30 : 42;
      if (top + tall > height - margin - 6) break;
      canvas.fill(left + 6, top, wide - 12, tall, 5, paper);
      const longest = wide - 28;
      const ink = isDone(board, card) ? doneLine : line;
      canvas.fill(left + 14, top + 9, Math.min(longest, 12 + card.title.length * 2.2), 5, 2.5, ink);
      if (card.text !== undefined) canvas.fill(left + 14, top + 20, longest * 0.7, 4, 2, lane);
      card.labels?.slice(0, 3).forEach((label, position) => {
        canvas.fill(left + 14 + position * 18, top + tall - 10, 14, 4, 2, colors[labelColor(label)]);
      });
      top += tall + 6;
    }
  });
  return encodePng(canvas.width, canvas.height, canvas.pixels);
}

function colorOf(name: string | undefined): Color {
  return name !== undefined && Object.hasOwn(colors, name) ? colors[name as ColumnColor] : colors.gray;
}
