import { columnTitle } from '../src/table.ts';
import { columnKinds } from '../src/values.ts';
import type { Edits } from './edits.ts';
import type { Grid } from './grid.ts';
import type { MenuItem } from './menu.ts';
import { selectionAt } from './selection.ts';
import type { Sheet } from './sheet.ts';

const kindNames = { text: 'Text', number: 'Number', date: 'Date', boolean: 'Yes or no' } as const;
const mostColumns = 200;

export interface MenuParts {
  readonly sheet: Sheet;
  readonly grid: Grid;
  readonly edits: Edits;
  readonly remembersLook: boolean;
  copy(): void;
  clearFilters(): void;
  rememberLook(): void;
}

export function columnItems({ sheet, grid, edits }: MenuParts, column: number): MenuItem[] {
  const locked = sheet.readOnly !== undefined;
  const sorted = (descending: boolean): void => sheet.setLook({ sort: [{ column, descending }] });
  const kind = sheet.kindOf(column);
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
    ...columnKinds.map((candidate) => ({
      label: kindNames[candidate],
      checked: candidate === kind,
      run: () => sheet.setColumn(column, { kind: candidate }),
    })),
    'line',
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

export function rowItems({ sheet, grid, edits, copy }: MenuParts): MenuItem[] {
  const locked = sheet.readOnly !== undefined;
  const { top, bottom } = grid.area;
  const count = Math.min(sheet.shown.length - 1, bottom) - top + 1;
  return [
    { label: 'Insert row above', disabled: locked, run: () => edits.addRow('above') },
    { label: 'Insert row below', disabled: locked, run: () => edits.addRow('below') },
    { label: 'Copy', hint: 'Ctrl+C', disabled: count <= 0, run: copy },
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
  const { sheet, edits, remembersLook, clearFilters, rememberLook } = parts;
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
      disabled: sheet.readOnly !== undefined || !remembersLook,
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
