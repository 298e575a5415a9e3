import { counted } from '../aggregate.ts';
import { addressOf, readCorner } from '../formulas/address.ts';
import { Calculation } from '../formulas/calculation.ts';
import { isFormula } from '../formulas/syntax.ts';
import { cellOf, columnTitle, findColumn, type ReadTable, type Table } from '../table.ts';
import { decimalMarkOf } from '../values.ts';

const mostListed = 200;

export interface ListedFormula {
  readonly cell: string;
  readonly formula: string;
  /** Why it has no result. */
  readonly error?: string;
}

/** The formulas of some rows, which are counted from 1. */
export function formulasIn(
  table: Table,
  numbers: readonly number[],
  calculation: Calculation,
): ListedFormula[] {
  const listed: ListedFormula[] = [];
  for (const number of numbers)
    for (const [column, formula] of (table.rows[number - 1] ?? []).entries()) {
      if (!isFormula(formula) || listed.length >= mostListed) continue;
      const error = calculation.failureAt(number - 1, column)?.why;
      listed.push({
        cell: addressOf(number - 1, column),
        formula: formula.slice(0, 1000),
        ...(error !== undefined && { error }),
      });
    }
  return listed;
}

export function withFormulaCount(description: string, { formulaCount, failures }: Calculation): string {
  if (formulaCount === 0) return description;
  const failed = failures.size === 0 ? '' : `, ${failures.size} of them without a result`;
  return `${description}\n${counted(formulaCount, 'formula')}${failed}; table_query lists them with "formulas": true`;
}

type GivenCell = { readonly row: number; readonly column: string } | { readonly cell: string };

export function placeOf(given: GivenCell, columns: readonly string[]): readonly [number, number] {
  if (!('cell' in given)) return [given.row - 1, place(columns, given.column)];
  const corner = readCorner(given.cell.trim());
  if (!corner || corner.row < 0)
    throw new Error(
      `"${given.cell}" isn't a cell. Cells are called by column and row, such as B2; row 1 is the header.`,
    );
  return [corner.row, corner.column];
}

export function place(columns: readonly string[], name: string): number {
  const at = findColumn(columns, name);
  if (at !== -1) return at;
  const known = columns.slice(0, 50).map((_, index) => columnTitle(columns, index));
  throw new Error(`There is no column "${name}". The columns are: ${known.join(', ') || 'none yet'}.`);
}

/** Describes the results of formulas that were just written, so that the writer sees errors at once. */
export function resultsOf({ table, dialect }: ReadTable, cells: readonly GivenCell[]): string {
  const places = cells
    .map((given) => placeOf(given, table.columns))
    .filter(([row, column]) => isFormula(cellOf(table, row, column)));
  if (places.length === 0) return '';
  const calculation = new Calculation(table, { decimal: decimalMarkOf(dialect.delimiter), now: Date.now });
  const results = places.slice(0, 20).map(([row, column]) => {
    const why = calculation.failureAt(row, column)?.why;
    return `${addressOf(row, column)} is ${cellOf(calculation.values, row, column)}${why === undefined ? '' : ` (${why})`}`;
  });
  return ` ${results.join('; ')}.`;
}
