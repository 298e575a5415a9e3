import { parseCsv, serializeCsv, withoutFormulas } from '@loggia/csv';
import { movedFormula } from '../src/formulas/shift.ts';
import { isFormula } from '../src/formulas/syntax.ts';
import type { Operation } from '../src/operations.ts';
import type { Row, Table } from '../src/table.ts';
import type { Area } from './selection.ts';

const mostPasted = 200_000;

/** The selected cells as spreadsheets exchange them: results rather than formulas. A cell that one would run as a formula arrives there as text. */
export function copyArea(
  table: Table,
  area: Area,
  shown: readonly number[],
  visible: readonly number[],
): string {
  const columns = visible.slice(area.left, area.right + 1);
  const rows = shown
    .slice(area.top, area.bottom + 1)
    .map((row) => columns.map((column) => withoutFormulas(table.rows[row]?.[column] ?? '')));
  return serializeCsv(rows, { delimiter: '\t', newline: '\n', quoting: 'needed', finalNewline: false });
}

/** The same cells as they are stored, for pasting formulas in the table that they come from. */
export interface CopiedCells {
  /** The plain text that went to the clipboard. */
  readonly text: string;
  readonly cells: readonly Row[];
  readonly row: number;
  readonly column: number;
}

/** The copied cells, with their formulas shifted to where they are pasted. */
export function movedCells(
  { cells, row, column }: CopiedCells,
  to: { readonly row: number; readonly column: number },
): readonly Row[] {
  return cells.map((line) =>
    line.map((text) => (isFormula(text) ? movedFormula(text, to.row - row, to.column - column) : text)),
  );
}

/** The first row of an area into the others; formulas move along. */
export function fillDownOperations(
  table: Table,
  area: Area,
  shown: readonly number[],
  visible: readonly number[],
): Operation[] {
  const [source, ...targets] = shown.slice(area.top, area.bottom + 1);
  if (source === undefined) return [];
  const cells: [number, number, string][] = [];
  for (const column of visible.slice(area.left, area.right + 1)) {
    const text = table.rows[source]?.[column] ?? '';
    for (const row of targets)
      cells.push([row, column, isFormula(text) ? movedFormula(text, row - source, 0) : text]);
  }
  return cells.length === 0 ? [] : [{ kind: 'setCells', cells }];
}

/** Cells from a spreadsheet. Programs that copy a table as text separate cells with tabs. */
export function parsePasted(text: string): readonly Row[] {
  const { records } = parseCsv(text, '\t', { records: 50_000, fields: 1000, cells: mostPasted });
  return records;
}

/**
 * Writes cells from the upper left corner of the area on, one for all when it is a single one. Rows that are missing
 * below are added; columns that are missing at the right, too.
 */
export function pasteOperations(
  table: Table,
  cells: readonly Row[],
  at: { readonly area: Area; readonly shown: readonly number[]; readonly visible: readonly number[] },
): Operation[] {
  const { area, shown, visible } = at;
  const [only] = cells;
  const fill = cells.length === 1 && only?.length === 1 ? only[0] : undefined;
  if (fill !== undefined) return fillOperations(area, shown, visible, fill);
  const width = Math.max(0, ...cells.map((row) => row.length));
  const missing = Math.max(0, area.left + width - visible.length);
  const operations: Operation[] = [];
  const columns = visible.slice(area.left);
  for (let added = 0; added < missing; added += 1) {
    const place = table.columns.length + added;
    operations.push({ kind: 'insertColumn', at: place, title: '' });
    columns.push(place);
  }
  const changed: [number, number, string][] = [];
  const inserted: [number, Row][] = [];
  for (const [index, row] of cells.entries()) {
    const target = shown[area.top + index];
    if (target !== undefined) {
      for (const [offset, value] of row.entries()) changed.push([target, columns[offset] ?? 0, value]);
      continue;
    }
    const whole: string[] = [];
    for (const [offset, value] of row.entries()) whole[columns[offset] ?? 0] = value;
    inserted.push([table.rows.length + inserted.length, Array.from(whole, (value) => value ?? '')]);
  }
  if (changed.length > 0) operations.push({ kind: 'setCells', cells: changed });
  if (inserted.length > 0) operations.push({ kind: 'insertRows', rows: inserted });
  return operations;
}

export function fillOperations(
  area: Area,
  shown: readonly number[],
  visible: readonly number[],
  value: string,
): Operation[] {
  const cells: [number, number, string][] = [];
  for (const row of shown.slice(area.top, area.bottom + 1))
    for (const column of visible.slice(area.left, area.right + 1)) cells.push([row, column, value]);
  return cells.length === 0 ? [] : [{ kind: 'setCells', cells }];
}
