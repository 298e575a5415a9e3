import { countBelow } from '../sorted.ts';
import type { Block } from './address.ts';
import { isOneCell } from './scope.ts';
import type { Node } from './syntax.ts';
import type { Failure } from './value.ts';

export interface Formula {
  readonly row: number;
  readonly column: number;
  readonly parsed: Node | Failure;
  readonly reads: readonly Block[];
}

/** Wider than any table, so that a place in it has one number whatever the table's width. */
const stride = 16_384;

export function keyOf(row: number, column: number): number {
  return (row + 1) * stride + column;
}

/** Which formulas read a cell, and which formulas a range holds, without looking at each formula. */
export class Dependencies {
  readonly formulas: ReadonlyMap<number, Formula>;
  readonly #readersOfCell = new Map<number, Formula[]>();
  readonly #readersOfRange: (readonly [Block, Formula])[] = [];
  readonly #rowsByColumn = new Map<number, number[]>();

  constructor(formulas: ReadonlyMap<number, Formula>) {
    this.formulas = formulas;
    for (const formula of formulas.values()) {
      const rows = this.#rowsByColumn.get(formula.column);
      if (rows) rows.push(formula.row);
      else this.#rowsByColumn.set(formula.column, [formula.row]);
      for (const block of formula.reads) {
        if (!isOneCell(block)) this.#readersOfRange.push([block, formula]);
        else {
          const key = keyOf(block.top, block.left);
          const readers = this.#readersOfCell.get(key);
          if (readers) readers.push(formula);
          else this.#readersOfCell.set(key, [formula]);
        }
      }
    }
    for (const rows of this.#rowsByColumn.values()) rows.sort((a, b) => a - b);
  }

  *readersOf(row: number, column: number, spend: (steps: number) => void): Generator<Formula> {
    yield* this.#readersOfCell.get(keyOf(row, column)) ?? [];
    spend(this.#readersOfRange.length);
    for (const [{ top, bottom, left, right }, formula] of this.#readersOfRange)
      if (row >= top && row <= bottom && column >= left && column <= right) yield formula;
  }

  *formulasIn({ top, bottom, left, right }: Block, spend: (steps: number) => void): Generator<Formula> {
    for (const [column, rows] of this.#rowsByColumn) {
      if (column < left || column > right) continue;
      for (let at = countBelow(rows, top); at < rows.length && (rows[at] ?? 0) <= bottom; at += 1) {
        spend(1);
        const formula = this.formulas.get(keyOf(rows[at] ?? 0, column));
        if (formula) yield formula;
      }
    }
  }
}
