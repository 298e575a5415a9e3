import type { Operation } from './operations.ts';
import type { Table } from './table.ts';

/**
 * Brings edits over to a table that somebody else has changed meanwhile: the operation that turns `theirs` into both.
 * Undefined where a person must decide: rows or columns came or went, or one cell was changed by both to different text.
 */
export function mergeCells(base: Table, mine: Table, theirs: Table): Operation | undefined {
  const sameShape = [mine, theirs].every(
    ({ columns, rows }) => rows.length === base.rows.length && sameTexts(columns, base.columns),
  );
  if (!sameShape) return undefined;
  const cells: (readonly [number, number, string])[] = [];
  for (const [at, old] of base.rows.entries()) {
    const row = mine.rows[at] ?? [];
    // Untouched rows are the same object, and few others differ.
    if (row === old) continue;
    const other = theirs.rows[at] ?? [];
    for (let column = 0; column < base.columns.length; column += 1) {
      const value = row[column] ?? '';
      const before = old[column] ?? '';
      const now = other[column] ?? '';
      if (value === before || value === now) continue;
      if (now !== before) return undefined;
      cells.push([at, column, value]);
    }
  }
  return { kind: 'setCells', cells };
}

function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, at) => text === b[at]);
}
