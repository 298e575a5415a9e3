import { columnLetters } from '../table.ts';

/** Cells of the table from one corner to the other. The header is row −1, which people call row 1. */
export interface Block {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

export interface Corner {
  readonly row: number;
  readonly column: number;
  readonly rowFixed: boolean;
  readonly columnFixed: boolean;
}

/** The header has the number 1, as in every other program that opens the file. */
export const firstRow = 2;

const cell = /^(\$?)([A-Z]{1,3})(\$?)([1-9]\d{0,6})$/i;

export function readCorner(text: string): Corner | undefined {
  const parts = cell.exec(text);
  if (!parts) return undefined;
  const [, columnFixed, letters = '', rowFixed, digits = ''] = parts;
  return {
    row: Number(digits) - firstRow,
    column: columnOf(letters),
    rowFixed: rowFixed === '$',
    columnFixed: columnFixed === '$',
  };
}

export function writeCorner({ row, column, rowFixed, columnFixed }: Corner): string {
  return `${columnFixed ? '$' : ''}${columnLetters(column)}${rowFixed ? '$' : ''}${row + firstRow}`;
}

/** A, B … Z, AA from 0 on. */
export function columnOf(letters: string): number {
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

export function addressOf(row: number, column: number): string {
  return `${columnLetters(column)}${row + firstRow}`;
}
