import { cellOf, columnTitle, type Row, type Table } from '../table.ts';
import type { DecimalMark } from '../values.ts';
import { addressOf, type Block } from './address.ts';
import { Dependencies, keyOf, type Formula } from './dependencies.ts';
import { evaluate } from './evaluate.ts';
import { inOrder } from './order.ts';
import { Exhausted, type Area, type Scope } from './scope.ts';
import { blocksIn, isFormula, parseFormula } from './syntax.ts';
import { Failure, failures, textOfValue, valueOfText, type Value } from './value.ts';

export interface CalculationOptions {
  readonly decimal: DecimalMark;
  now(): number;
  /** How much work one change may cause, in cells that are read. */
  readonly budget?: number;
}

const mostFormulas = 50_000;
const mostWork = 8_000_000;
const mostRemembered = 200_000;

/** The results of a table's formulas. A change calculates what depends on it, and nothing else. */
export class Calculation {
  /** The table with results in place of formulas. */
  values: Table;
  readonly #options: CalculationOptions;
  readonly #results = new Map<number, Value>();
  readonly #failures = new Map<number, Failure>();
  readonly #read = new Map<string, Value>();
  #table: Table;
  #dependencies: Dependencies;
  #left = 0;

  constructor(table: Table, options: CalculationOptions) {
    this.#options = options;
    this.#table = table;
    this.values = table;
    this.#dependencies = new Dependencies(formulasOf(table));
    this.#calculate(new Set(this.#dependencies.formulas.values()));
  }

  /** Cells without a result, by their address, and why. */
  get failures(): ReadonlyMap<string, Failure> {
    return new Map(
      [...this.#dependencies.formulas].flatMap(([key, { row, column }]) => {
        const failure = this.#failures.get(key);
        return failure ? [[addressOf(row, column), failure] as const] : [];
      }),
    );
  }

  get formulaCount(): number {
    return this.#dependencies.formulas.size;
  }

  failureAt(row: number, column: number): Failure | undefined {
    return this.#failures.get(keyOf(row, column));
  }

  /** After cells got another text. Returns the columns in which results may have changed. */
  change(
    table: Table,
    cells: readonly (readonly [row: number, column: number, ...unknown[]])[],
  ): Set<number> {
    const before = this.#dependencies.formulas;
    this.#table = table;
    this.values = withRowsOf(this.values, table, cells);
    const formulas = new Map(before);
    let isOther = false;
    for (const [row, column] of cells) {
      const key = keyOf(row, column);
      const text = cellOf(table, row, column);
      if (!formulas.has(key) && !isFormula(text)) continue;
      isOther = true;
      formulas.delete(key);
      this.#results.delete(key);
      this.#failures.delete(key);
      if (isFormula(text)) formulas.set(key, formulaAt(row, column, text, formulas.size));
    }
    if (formulas.size === 0 && before.size === 0) return new Set();
    if (isOther) this.#dependencies = new Dependencies(formulas);
    const stale = this.#staleAfter(cells);
    this.#calculate(stale);
    return new Set([...stale].map(({ column }) => column));
  }

  /** The formulas to recalculate: those that read the changed cells, directly or through others. */
  #staleAfter(cells: readonly (readonly [number, number, ...unknown[]])[]): Set<Formula> {
    const stale = new Set<Formula>();
    this.#left = this.#options.budget ?? mostWork;
    const spend = (steps: number): void => this.#spend(steps);
    const reached: (readonly [number, number, ...unknown[]])[] = [...cells];
    const { formulas } = this.#dependencies;
    try {
      for (let next = reached.pop(); next !== undefined; next = reached.pop()) {
        const [row, column] = next;
        const own = formulas.get(keyOf(row, column));
        if (own) stale.add(own);
        for (const reader of this.#dependencies.readersOf(row, column, spend)) {
          if (stale.has(reader)) continue;
          stale.add(reader);
          reached.push([reader.row, reader.column]);
        }
      }
    } catch (error) {
      if (!(error instanceof Exhausted)) throw error;
      // Finding out would take longer than calculating everything.
      return new Set(formulas.values());
    }
    return stale;
  }

  #calculate(stale: ReadonlySet<Formula>): void {
    if (stale.size === 0) return;
    this.#left = this.#options.budget ?? mostWork;
    for (const { row, column } of stale) this.#results.delete(keyOf(row, column));
    const waiting = new Set(stale);
    const spend = (steps: number): void => this.#spend(steps);
    try {
      for (const { formula, isCyclic } of inOrder(this.#dependencies, stale, spend)) {
        this.#settle(formula, isCyclic ? failures.cycle : this.#evaluate(formula));
        waiting.delete(formula);
      }
    } catch (error) {
      if (!(error instanceof Exhausted)) throw error;
      for (const formula of waiting) this.#settle(formula, failures.limit);
    }
    this.#write(stale);
  }

  #evaluate({ row, column, parsed }: Formula): Value {
    if (parsed instanceof Failure) return parsed;
    const scope: Scope = {
      cell: { row, column },
      read: (at, place) => this.#valueAt(at, place),
      area: (block) => this.#area(block),
      spend: (steps) => this.#spend(steps),
      now: () => this.#options.now(),
    };
    return evaluate(parsed, scope);
  }

  #settle({ row, column }: Formula, value: Value): void {
    const key = keyOf(row, column);
    this.#results.set(key, value);
    if (value instanceof Failure) this.#failures.set(key, value);
    else this.#failures.delete(key);
  }

  #write(formulas: Iterable<Formula>): void {
    const rows = this.values.rows.slice();
    const copied = new Map<number, string[]>();
    for (const { row, column } of formulas) {
      let cells = copied.get(row);
      if (!cells) {
        cells = (rows[row] ?? []).slice();
        copied.set(row, cells);
        rows[row] = cells;
      }
      cells[column] = textOfValue(this.#results.get(keyOf(row, column)) ?? null, this.#options.decimal);
    }
    this.values = { columns: this.#table.columns, rows };
  }

  #valueAt(row: number, column: number): Value {
    this.#spend(1);
    const result = this.#results.get(keyOf(row, column));
    if (result !== undefined) return result;
    const { columns, rows } = this.#table;
    if (row === -1) return column < columns.length ? columnTitle(columns, column) : null;
    const text = rows[row]?.[column] ?? '';
    if (text === '') return null;
    this.#spend(text.length >> 5);
    const known = this.#read.get(text);
    if (known !== undefined) return known;
    const value = valueOfText(text, this.#options.decimal);
    if (this.#read.size < mostRemembered) this.#read.set(text, value);
    return value;
  }

  /** The area within the table: whole columns end where it does. */
  #area(block: Block): Area {
    const { columns, rows } = this.#table;
    const bottom = Math.max(block.top, Math.min(block.bottom, rows.length - 1));
    const right = Math.max(block.left, Math.min(block.right, columns.length - 1));
    const { top, left } = block;
    const at = (row: number, column: number): Value => this.#valueAt(top + row, left + column);
    const [height, width] = [bottom - top + 1, right - left + 1];
    return {
      block,
      height,
      width,
      at,
      *values() {
        for (let row = 0; row < height; row += 1)
          for (let column = 0; column < width; column += 1) yield at(row, column);
      },
    };
  }

  #spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new Exhausted();
  }
}

function formulasOf({ rows }: Table): Map<number, Formula> {
  const formulas = new Map<number, Formula>();
  for (const [row, cells] of rows.entries())
    for (const [column, text] of cells.entries())
      if (isFormula(text)) formulas.set(keyOf(row, column), formulaAt(row, column, text, formulas.size));
  return formulas;
}

function formulaAt(row: number, column: number, text: string, before: number): Formula {
  const parsed = before < mostFormulas ? parseFormula(text) : failures.limit;
  return { row, column, parsed, reads: parsed instanceof Failure ? [] : blocksIn(parsed) };
}

/** Rows that were not touched keep the results they have. */
function withRowsOf(
  values: Table,
  table: Table,
  cells: readonly (readonly [number, number, ...unknown[]])[],
): Table {
  const rows = values.rows.slice();
  for (const at of new Set(cells.map(([row]) => row))) {
    const [source, shown] = [table.rows[at] ?? [], rows[at] ?? []];
    rows[at] = mixed(source, shown);
  }
  return { columns: table.columns, rows };
}

function mixed(source: Row, shown: Row): Row {
  return source.map((text, column) => (isFormula(text) ? (shown[column] ?? '') : text));
}
