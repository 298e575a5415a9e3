import { columnTitle } from '../src/table.ts';
import type { Edits } from './edits.ts';
import type { Grid } from './grid.ts';
import type { MenuItem } from './menu.ts';
import { kindNames } from './kinds.ts';
import { selectionAt } from './selection.ts';
import type { Sheet } from './sheet.ts';

const mostColumns = 200;

export interface MenuParts {
  readonly sheet: Sheet;
  readonly grid: Grid;
  readonly edits: Edits;
  chooseKind(column: number): void;
  copy(): void;
  fillDown(): void;
  clearFilters(): void;
  rememberLook(): void;
}

export function columnItems({ sheet, grid, edits, chooseKind }: MenuParts, column: number): MenuItem[] {
  const locked = sheet.readOnly !== undefined;
  const sorted = (descending: boolean): void => sheet.setLook({ sort: [{ column, descending }] });
  return [
    { label: 'Sort ascending', run: () => sorted(false) },
    { label: 'Sort descending', run: () => sorted(true) },
    {
      label: 'Filter',
      run: () => {
        grid.selection = selectionAt({ row: 0, column: sheet.visible.indexOf(column) });
        grid.showFilters(true);
      },
    },
    'line',
    { label: 'Change type…', hint: kindNames[sheet.kindOf(column)], run: () => chooseKind(column) },
    { label: 'Fit width', run: () => grid.fitColumn(column) },
    {
      label: 'Hide column',
      disabled: sheet.visible.length <= 1,
      run: () => sheet.setColumn(column, { hidden: true }),
    },
    'line',
    { label: 'Rename', disabled: locked, run: () => grid.renameColumn(column) },
    { label: 'Insert column before', disabled: locked, run: () => edits.addColumn(column) },
    { label: 'Insert column after', disabled: locked, run: () => edits.addColumn(column + 1) },
    { label: 'Delete column', disabled: locked, tone: 'danger', run: () => edits.removeColumn(column) },
  ];
}

export function rowItems({ sheet, grid, edits, copy, fillDown }: MenuParts): MenuItem[] {
  const locked = sheet.readOnly !== undefined;
  const { top, bottom } = grid.area;
  const count = Math.min(sheet.shown.length - 1, bottom) - top + 1;
  return [
    { label: 'Insert row above', disabled: locked, run: () => edits.addRow('above') },
    { label: 'Insert row below', disabled: locked, run: () => edits.addRow('below') },
    { label: 'Copy', hint: 'Ctrl+C', disabled: count <= 0, run: copy },
    { label: 'Fill down', hint: 'Ctrl+D', disabled: locked || count <= 1, run: fillDown },
    {
      label: count > 1 ? `Delete ${count.toLocaleString('en')} rows` : 'Delete row',
      hint: 'Ctrl+⌫',
      disabled: locked || count <= 0,
      tone: 'danger',
      run: () => edits.removeRows(),
    },
  ];
}

export function moreItems(parts: MenuParts): MenuItem[] {
  const { sheet, edits, clearFilters, rememberLook } = parts;
  const plain = sheet.look.sort.length + sheet.look.filters.length === 0 && sheet.quick === '';
  return [
    ...rowItems(parts),
    'line',
    {
      label: 'Add a column',
      disabled: sheet.readOnly !== undefined,
      run: () => edits.addColumn(sheet.table.columns.length),
    },
    { label: 'Clear sorting and filters', disabled: plain, run: clearFilters },
    {
      label: 'Remember this layout',
      disabled: sheet.readOnly !== undefined,
      run: rememberLook,
    },
  ];
}

export function visibilityItems({ sheet }: MenuParts): MenuItem[] {
  const { columns } = sheet.table;
  return [
    ...columns.slice(0, mostColumns).map((_, column): MenuItem => {
      const hidden = sheet.look.columns[column]?.hidden === true;
      return {
        label: columnTitle(columns, column),
        checked: !hidden,
        disabled: !hidden && sheet.visible.length <= 1,
        run: () => sheet.setColumn(column, { hidden: !hidden }),
      };
    }),
    'line',
    {
      label: 'Show all',
      disabled: sheet.visible.length === columns.length,
      run: () => sheet.setLook({ columns: sheet.look.columns.map((look) => ({ ...look, hidden: false })) }),
    },
  ];
}
