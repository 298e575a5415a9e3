import type { Operation } from '../operations.ts';
import { applyOperation } from '../operations.ts';
import { columnLetters, type Table } from '../table.ts';
import { countBelow } from '../sorted.ts';
import { columnOf, readCorner, writeCorner, type Corner } from './address.ts';
import { isFormula } from './syntax.ts';
import { tokensOf } from './tokens.ts';

const deleted = '#REF!';

/** The new position of a row or column; undefined if it is gone. */
interface Moves {
  row(row: number): number | undefined;
  column(column: number): number | undefined;
}

/** Operations with those added that keep formulas pointing at the cells they pointed at. */
export function withMovedReferences(table: Table, operations: readonly Operation[]): readonly Operation[] {
  if (operations.every(({ kind }) => kind === 'setCells' || kind === 'renameColumn' || kind === 'replace'))
    return operations;
  const all: Operation[] = [];
  let current = table;
  for (const operation of operations) {
    const moves = movesOf(operation, current);
    current = applyOperation(current, operation).table;
    all.push(operation);
    if (!moves) continue;
    const rewritten = rewrite(current, operation, moves);
    if (rewritten.cells.length === 0) continue;
    all.push(rewritten);
    current = applyOperation(current, rewritten).table;
  }
  return all;
}

function movesOf(operation: Operation, table: Table): Moves | undefined {
  const same = (at: number): number => at;
  switch (operation.kind) {
    case 'insertRows': {
      const at = operation.rows.map(([row]) => row);
      // Rows at the end move nothing.
      if ((at[0] ?? 0) >= table.rows.length) return undefined;
      return { row: (row) => afterInserting(row, at), column: same };
    }
    case 'removeRows': {
      const gone = new Set(operation.at);
      const sorted = [...gone].sort((a, b) => a - b);
      return {
        row: (row) => (gone.has(row) ? undefined : row - countBelow(sorted, row)),
        column: same,
      };
    }
    case 'insertColumn': {
      const { at } = operation;
      return { row: same, column: (column) => (column >= at ? column + 1 : column) };
    }
    case 'removeColumn': {
      const { at } = operation;
      return {
        row: same,
        column: (column) => (column === at ? undefined : column > at ? column - 1 : column),
      };
    }
    default:
      return undefined;
  }
}

function afterInserting(row: number, inserted: readonly number[]): number {
  let place = row;
  for (const at of inserted) if (at <= place) place += 1;
  return place;
}

function rewrite(table: Table, operation: Operation, moves: Moves): Extract<Operation, { kind: 'setCells' }> {
  // Inserted rows were written for the place where they now are, so their formulas don't shift.
  const fresh = new Set(operation.kind === 'insertRows' ? operation.rows.map(([at]) => at) : []);
  const cells: (readonly [number, number, string])[] = [];
  for (const [at, row] of table.rows.entries()) {
    if (fresh.has(at)) continue;
    for (const [column, text] of row.entries()) {
      if (!isFormula(text)) continue;
      if (operation.kind === 'insertColumn' && column === operation.at) continue;
      const moved = replaceReferences(text, (token) => movedReference(token, moves));
      if (moved !== text) cells.push([at, column, moved]);
    }
  }
  return { kind: 'setCells', cells };
}

/** A formula for another cell: what is not fixed with a dollar sign moves along. */
export function movedFormula(formula: string, rows: number, columns: number): string {
  const moveCorner = (corner: Corner): string => {
    const row = corner.rowFixed ? corner.row : corner.row + rows;
    const column = corner.columnFixed ? corner.column : corner.column + columns;
    return row < -1 || column < 0 ? deleted : writeCorner({ ...corner, row, column });
  };
  return replaceReferences(formula, (text) => {
    const corners = text.split(':').map((each) => readCorner(each));
    if (corners.some((corner) => corner === undefined))
      return text
        .split(':')
        .map((each) => movedLetters(each, (column) => column + columns))
        .join(':');
    const moved = corners.map((corner) => (corner ? moveCorner(corner) : deleted));
    return moved.includes(deleted) ? deleted : moved.join(':');
  });
}

function movedLetters(text: string, to: (column: number) => number): string {
  if (text.startsWith('$')) return text;
  const column = to(columnOf(text));
  return column < 0 ? text : columnLetters(column);
}

function replaceReferences(formula: string, change: (reference: string) => string): string {
  let tokens;
  try {
    tokens = tokensOf(formula);
  } catch {
    // A formula that can't be parsed stays as written.
    return formula;
  }
  let result = '';
  let from = 0;
  for (const { kind, text, at } of tokens) {
    if (kind !== 'cell' && kind !== 'range' && kind !== 'columns') continue;
    result += formula.slice(from, at) + change(text);
    from = at + text.length;
  }
  return result + formula.slice(from);
}

function movedReference(text: string, moves: Moves): string {
  const [from = '', to] = text.split(':');
  const first = readCorner(from);
  const second = to === undefined ? first : readCorner(to);
  if (!first || !second) return movedColumns(from, to ?? from, moves);
  const rows = movedSpan(first.row, second.row, (row) => (row < 0 ? row : moves.row(row)));
  const columns = movedSpan(first.column, second.column, moves.column);
  if (!rows || !columns) return deleted;
  const start = writeCorner({ ...first, row: rows[0], column: columns[0] });
  return to === undefined
    ? start
    : `${start}:${writeCorner({ ...second, row: rows[1], column: columns[1] })}`;
}

function movedColumns(from: string, to: string, moves: Moves): string {
  const letters = (text: string): number => columnOf(text.replace('$', ''));
  const span = movedSpan(letters(from), letters(to), moves.column);
  if (!span) return deleted;
  const dollar = (text: string): string => (text.startsWith('$') ? '$' : '');
  return `${dollar(from)}${columnLetters(span[0])}:${dollar(to)}${columnLetters(span[1])}`;
}

/** A range whose end is deleted shrinks; one that is deleted whole is gone. */
function movedSpan(
  first: number,
  last: number,
  move: (at: number) => number | undefined,
): [number, number] | undefined {
  if (first === last) {
    const at = move(first);
    return at === undefined ? undefined : [at, at];
  }
  const step = first < last ? 1 : -1;
  let [start, end] = [first, last];
  while (move(start) === undefined && start !== end) start += step;
  while (move(end) === undefined && start !== end) end -= step;
  const [newStart, newEnd] = [move(start), move(end)];
  return newStart === undefined || newEnd === undefined ? undefined : [newStart, newEnd];
}
