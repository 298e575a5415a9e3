import { element } from '@loggia/kit/view/element';
import { addressOf } from '../src/formulas/address.ts';
import { cellOf, columnTitle } from '../src/table.ts';
import type { Grid } from './grid.ts';
import type { Sheet } from './sheet.ts';

export interface FormulaBar {
  readonly element: HTMLElement;
  draw(): void;
}

/** Shows the stored text of the active cell: the formula rather than its result, and why there is no result. */
export function createFormulaBar(sheet: Sheet, grid: Grid): FormulaBar {
  const place = element('span', { class: 'formula-place' });
  const field = element('input', {
    class: 'formula-field',
    type: 'text',
    spellcheck: 'false',
    autocomplete: 'off',
    placeholder: 'Text, a number, or a formula such as =SUM(B2:B9)',
  });
  const why = element('span', { class: 'formula-why' });
  let editing: { readonly row: number; readonly column: number; readonly before: string } | undefined;

  function keep(): void {
    const target = editing;
    editing = undefined;
    if (target && field.value !== target.before)
      sheet.edit([{ kind: 'setCells', cells: [[target.row, target.column, field.value]] }]);
    draw();
  }

  function draw(): void {
    if (editing) return;
    const cell = grid.activeCell;
    const text = cell ? cellOf(sheet.table, cell.row, cell.column) : '';
    place.textContent = cell ? addressOf(cell.row, cell.column) : '';
    field.value = text;
    // A line break would be lost in a field of one line.
    field.readOnly = sheet.readOnly !== undefined || !cell || /[\r\n]/.test(text);
    field.setAttribute(
      'aria-label',
      cell
        ? `Content of ${addressOf(cell.row, cell.column)}, ${columnTitle(sheet.table.columns, cell.column)}`
        : 'Content',
    );
    why.textContent = (cell && sheet.failureAt(cell.row, cell.column)) ?? '';
    why.title = why.textContent;
  }

  field.addEventListener('focus', () => {
    const cell = grid.activeCell;
    if (cell && !field.readOnly) editing = { ...cell, before: field.value };
  });
  field.addEventListener('blur', keep);
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape' && editing) field.value = editing.before;
    keep();
    grid.focus();
  });
  return { element: element('div', { class: 'formula-bar' }, place, field, why), draw };
}
