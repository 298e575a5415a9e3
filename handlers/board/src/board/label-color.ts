import { columnColors, type ColumnColor } from './board.ts';

/** The same label has the same color everywhere. Gray is for what has none. */
export function labelColor(label: string): ColumnColor {
  let sum = 7;
  for (const character of label.toLowerCase()) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return columnColors[1 + (sum % (columnColors.length - 1))] ?? 'gray';
}
